import { normalizeHost } from './domains.ts'
import { coveringEntries } from './qr-rules.ts'

/** Which entry of the blocked and allowed domains decides on an address (ruling 47): pure, and the same on both sides. */

/** What decides on a host: the entry of the list that counts, and the blocked entry that it overrules. */
export interface DecidingRule {
  list: 'blacklisted' | 'whitelisted'
  entry: string
  /** A blocked entry that would decide if the allowed one were not there. */
  overruled: string | null
}

/**
 * Which entry decides on a host; null where none does.
 *
 * An allowed domain is never blocked (ruling 47): any allowed entry that covers the host wins over any blocked one, however long
 * either is. Within a list the host itself comes first, then the entries with '*.' from the longest to the shortest. An entry
 * '*.example.com' covers example.com itself and all that is below it.
 * @param host as `normalizeHost` answers it
 * @param blocked entries of the blocked domains, as stored; those that cover the host are enough
 * @param allowed the same of the allowed ones
 */
export function decidingRule(host: string, blocked: ReadonlySet<string>, allowed: ReadonlySet<string>): DecidingRule | null {
  const covering = coveringEntries(host)
  const byAllowed = covering.find((entry) => allowed.has(entry)) ?? null
  const byBlocked = covering.find((entry) => blocked.has(entry)) ?? null
  if (byAllowed !== null) return { list: 'whitelisted', entry: byAllowed, overruled: byBlocked }
  return byBlocked === null ? null : { list: 'blacklisted', entry: byBlocked, overruled: null }
}

/** What a pasted text leads to. `domain`: a host that the lists can judge, as stored. `address`: a number, which no list holds. */
export type PastedHost = { kind: 'domain' | 'address'; host: string } | { kind: 'none'; reason: string }

export const longestPasted = 2048

const nothing = (reason: string): PastedHost => ({ kind: 'none', reason })

/**
 * The host that a browser would go to for what somebody pasted: a URL or a bare domain. It trusts no part of the text: line breaks
 * and tabs do not count, a backslash is a slash, all before the last '@' is a name and password, the host may be escaped, and a host
 * whose last label is a number is an IP address (`127.1` is 127.0.0.1).
 */
export function pastedHost(text: string): PastedHost {
  if (text.length > longestPasted) return nothing(`It has more than ${longestPasted} characters.`)
  const plain = text.replace(/[\t\n\r]/g, '').trim()
  if (plain === '') return nothing('Paste an address or a domain.')
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d{1,5}(?:[/\\?#]|$))/i.exec(plain)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return nothing(`A ${scheme}: address leads to no website.`)
  const rest = (scheme === undefined ? plain : plain.slice(scheme.length + 1)).replace(/^[/\\]+/, '')
  const authority = rest.split(/[/\\?#]/, 1)[0] ?? ''
  const place = authority.slice(authority.lastIndexOf('@') + 1)
  const literal = /^\[([0-9a-f:.]+)\](?::\d*)?$/i.exec(place)
  if (literal !== null) return { kind: 'address', host: `[${literal[1]?.toLowerCase() ?? ''}]` }
  const host = unescaped(place.replace(/:\d*$/, ''))?.replace(/\.$/, '')
  if (host === undefined || host === '') return nothing('There is no host in it.')
  if (/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i.test(host)) return { kind: 'address', host: host.toLowerCase() }
  const domain = normalizeHost(host)
  return domain === null ? nothing('There is no domain in it.') : { kind: 'domain', host: domain }
}

function unescaped(host: string): string | undefined {
  try {
    return decodeURIComponent(host)
  } catch {
    return undefined
  }
}
