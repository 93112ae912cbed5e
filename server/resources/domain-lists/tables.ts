import type { DomainListName } from '../../../src/contract/listed-domains.ts'

/** The other list. */
export const otherList = { blacklisted: 'whitelisted', whitelisted: 'blacklisted' } as const satisfies Record<
  DomainListName,
  DomainListName
>

/** Target types in audit rows and undo. */
export const targetTypes = { blacklisted: 'blocked-domain', whitelisted: 'allowed-domain' } as const

/** Adjectives for list entries. */
export const listWords = { blacklisted: 'blocked', whitelisted: 'allowed' } as const
