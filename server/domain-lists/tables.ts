import type { DomainListName } from '../../src/contract/listed-domains.ts'
import { blacklistedDomains, whitelistedDomains } from '../db/schema/security.ts'

/** Each list's table; both have the same shape. */
export const domainTables = { blacklisted: blacklistedDomains, whitelisted: whitelistedDomains } as const

/** The other list. */
export const otherList = { blacklisted: 'whitelisted', whitelisted: 'blacklisted' } as const satisfies Record<
  DomainListName,
  DomainListName
>

/** Target types in audit rows and undo. */
export const targetTypes = { blacklisted: 'blocked-domain', whitelisted: 'allowed-domain' } as const

/** Adjectives for list entries. */
export const listWords = { blacklisted: 'blocked', whitelisted: 'allowed' } as const
