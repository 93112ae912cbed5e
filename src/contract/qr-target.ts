import { browserHost } from './domains.ts'

/** Characters of a target that are compared. */
const targetLength = 200

const withoutScheme = /^\s*(?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/?#\\@]*@)?/i

/**
 * Where a QR code leads, as it is searched: its address without scheme, user, 'www.' and case. The index has the same (`targetOf` in
 * server/db/schema/qrs.ts), so only ASCII letters are lower-cased.
 */
export const targetKey = (address: string): string =>
  address
    .replace(withoutScheme, '')
    .replace(/^www\./i, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .slice(0, targetLength)

/** What ends a host in an address. */
export const hostEnds = ['/', '?', '#', ':', '\\'] as const

/** The host that a typed or pasted address names, as it is searched; the whole text if there is nothing behind it. */
export const targetHost = (address: string): string => targetKey(address).replace(/[/?#:\\].*$/s, '')

/**
 * The ways in which addresses may be written that a search for a host or the beginning of an address is for: as it is typed, and as browsers
 * write its host.
 * @returns without repetitions; `isHost` if only the host counts
 */
export function targetForms(text: string): { forms: string[]; isHost: boolean } {
  const key = targetKey(text)
  const host = targetHost(text)
  const rest = key.slice(host.length)
  const isHost = rest === '' || rest === '/'
  const browsers = /[^\p{ASCII}]/u.test(host) ? browserHost(`http://${host}`) : null
  const hosts = host === '' ? [] : [...new Set([host, ...(browsers === null ? [] : [targetKey(browsers)])])]
  return { forms: isHost ? hosts : hosts.map((form) => (form + rest).slice(0, targetLength)), isHost }
}
