import { invalidDomain, maxDomainLength, TypedDomain } from '../../contract/domain-lists.ts'
import { normalizeDomain } from '../../contract/domains.ts'
import { messages } from '../../contract/fields.ts'
import type { DomainListName } from '../../contract/listed-domains.ts'
import type { Read } from '../engine/steps.ts'

export const domainWords = {
  blacklisted: { entry: 'blocked domain', list: 'blocked domains', effect: 'is blocked', done: 'Blocked' },
  whitelisted: { entry: 'allowed domain', list: 'allowed domains', effect: 'is never blocked', done: 'Allowed' },
} as const satisfies Record<DomainListName, object>

export const domainListPaths = { blacklisted: '/security/domain-blacklist', whitelisted: '/security/domain-whitelist' } as const

/** Reads a typed domain, trimmed, by the form's rules in order. The value is the text as typed. */
export function readDomain(typed: string): Read<string> {
  const text = typed.trim()
  const parsed = TypedDomain.safeParse(text)
  if (parsed.success) return { value: text, refusal: null }
  // One message at a time: missing or too long text isn't also an invalid domain.
  const refusal = text === '' ? messages.required : text.length > maxDomainLength ? messages.tooLong(maxDomainLength) : invalidDomain
  return { value: null, refusal }
}

/** A domain as stored; a '*.' entry says what it covers. */
export function describeEntry(typed: string): string {
  const stored = normalizeDomain(typed) ?? typed
  return stored.startsWith('*.') ? `${stored} (${stored.slice(2)} and everything below it)` : stored
}
