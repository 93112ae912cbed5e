import { browserHost, normalizeHost } from './domains.ts'
import { maxPastedLength } from './listed-domains.ts'
import { coveringEntries } from './qr-rules.ts'

/** Which blocked or allowed domain decides on an address (ruling 47); pure, used by server and console. */

/** What decides on a host: the winning entry and the blocked entry it overrules. */
export interface DecidingRule {
  list: 'blacklisted' | 'whitelisted'
  entry: string
  /** The blocked entry that would win without the allowed one. */
  overruled: string | null
}

/**
 * The entry that decides on a host; null if none does.
 * Allowed beats blocked, however specific either is (ruling 47). Within a list the host itself comes first, then '*.'
 * entries from longest to shortest. '*.example.com' covers example.com and everything below it.
 * @param host as returned by `normalizeHost`
 * @param blocked blocked domains as stored; those that cover the host are enough
 * @param allowed the same for allowed domains
 */
export function decidingRule(host: string, blocked: ReadonlySet<string>, allowed: ReadonlySet<string>): DecidingRule | null {
  const covering = coveringEntries(host)
  const byAllowed = covering.find((entry) => allowed.has(entry)) ?? null
  const byBlocked = covering.find((entry) => blocked.has(entry)) ?? null
  if (byAllowed !== null) return { list: 'whitelisted', entry: byAllowed, overruled: byBlocked }
  return byBlocked === null ? null : { list: 'blacklisted', entry: byBlocked, overruled: null }
}

/**
 * Where a pasted text leads. `domain`: a host the lists can judge,
 * as stored. `address`: an IP address, which no list holds.
 */
export type PastedHost = { kind: 'domain' | 'address'; host: string } | { kind: 'none'; reason: string }

const nothing = (reason: string): PastedHost => ({ kind: 'none', reason })

/**
 * The host a browser would open for a pasted URL or domain. Trusts nothing: line breaks and tabs are dropped, '\'
 * counts as '/', all before the last '@' is credentials, and the host is what the URL standard makes of it (`127.1` is
 * 127.0.0.1).
 */
export function pastedHost(text: string): PastedHost {
  if (text.length > maxPastedLength) return nothing(`It has more than ${maxPastedLength} characters.`)
  const plain = text.replace(/[\t\n\r]/g, '').trim()
  if (plain === '') return nothing('Paste an address or a domain.')
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d{1,5}(?:[/\\?#]|$))/i.exec(plain)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return nothing(`A ${scheme}: address leads to no website.`)
  const rest = (scheme === undefined ? plain : plain.slice(scheme.length + 1)).replace(/^[/\\]+/, '')
  const authority = rest.split(/[/\\?#]/, 1)[0] ?? ''
  const place = authority.slice(authority.lastIndexOf('@') + 1)
  const literal = /^\[([0-9a-f:.]+)\](?::\d*)?$/i.exec(place)
  if (literal !== null) return { kind: 'address', host: `[${literal[1]?.toLowerCase() ?? ''}]` }
  const written = place.replace(/:\d*$/, '')
  if (written === '') return nothing('It contains no host.')
  const host = written.includes(':') ? null : browserHost(`http://${written}`)
  if (host !== null && /^\d+(?:\.\d+){3}$/.test(host)) return { kind: 'address', host }
  const domain = host === null ? null : normalizeHost(host)
  return domain === null ? nothing('It contains no domain.') : { kind: 'domain', host: domain }
}
