import type { DomainListName } from '../../src/contract/domain-lists.ts'
import { blacklistedDomains, whitelistedDomains } from '../db/schema/security.ts'

/** The table of each list; they are alike. */
export const domainTables = { blacklisted: blacklistedDomains, whitelisted: whitelistedDomains } as const

/** The other list. */
export const otherList = { blacklisted: 'whitelisted', whitelisted: 'blacklisted' } as const satisfies Record<
  DomainListName,
  DomainListName
>

/** What is recorded as changed, in audit rows and undoing. */
export const targetTypes = { blacklisted: 'blocked-domain', whitelisted: 'allowed-domain' } as const

/** How an entry of a list is called. */
export const listWords = { blacklisted: 'blocked', whitelisted: 'allowed' } as const
