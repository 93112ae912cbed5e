import { type DomainListName, invalidDomain, longestTypedDomain, TypedDomain } from '../contract/domain-lists.ts'
import { normalizeDomain } from '../contract/domains.ts'
import { messages } from '../contract/fields.ts'
import type { Read } from './command.ts'

/** How an entry of each list is called, and what it does. */
export const domainWords = {
  blacklisted: { entry: 'blocked domain', list: 'blocked domains', effect: 'is blocked', done: 'Blocked' },
  whitelisted: { entry: 'allowed domain', list: 'allowed domains', effect: 'is never blocked', done: 'Allowed' },
} as const satisfies Record<DomainListName, object>

/** Where each list is. */
export const domainListPaths = { blacklisted: '/security/domain-blacklist', whitelisted: '/security/domain-whitelist' } as const

/** Reads a typed domain: spaces around it do not count, then the form's rules in their order. The value is what was typed. */
export function readDomain(typed: string): Read<string> {
  const text = typed.trim()
  const parsed = TypedDomain.safeParse(text)
  if (parsed.success) return { value: text, refusal: null }
  // One thing at a time: what is missing or too long is no bad domain as well.
  const refusal = text === '' ? messages.required : text.length > longestTypedDomain ? messages.tooLong(longestTypedDomain) : invalidDomain
  return { value: null, refusal }
}

/** A domain as the lists keep it, and what an entry with '*.' stands for. */
export function describeEntry(typed: string): string {
  const stored = normalizeDomain(typed) ?? typed
  return stored.startsWith('*.') ? `${stored} (${stored.slice(2)} and all that is below it)` : stored
}
