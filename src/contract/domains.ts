import { decodePunycode, encodePunycode } from './punycode.ts'

/**
 * Domains of the blocked and allowed lists (document 2, section 5; ruling 46), checked by the same function on both sides. It looks at
 * each character a fixed number of times and parses no address.
 */

const longestChecked = 256
const longestLabel = 63

/** Control characters, spaces, what is invisible or no character at all, and the marks that belong to addresses and not to domains. */
const forbidden = /[\p{C}\p{Z}@:/\\#!$&'()*+,;=?]/u

/**
 * A domain as it is stored: lower case, in punycode, with its leading '*.' where it has one; null where it is none.
 *
 * At most 256 characters; at least two labels of 1 to 63; labels of letters, digits and hyphens that neither begin nor end with a
 * hyphen, the last one beginning with a letter. Non-ASCII text is normalised as browsers do: `Bücher.example` is `xn--bcher-kva.example`.
 */
export function normalizeDomain(text: string): string | null {
  return normalize(text, isLabel)
}

/**
 * The host of an address as the lists are asked for it: a domain without '*.', and, as name servers answer for them, with '_' in any
 * label but the last. No list has an entry for such a host itself, but '*.example.com' covers `pay_pal.example.com`.
 */
export function normalizeHost(text: string): string | null {
  return text.startsWith('*.') ? null : normalize(text, isHostLabel)
}

function normalize(text: string, isAllowed: (label: string | null, isLast: boolean) => boolean): string | null {
  if (text === '' || text.length > longestChecked) return null
  const isWildcard = text.startsWith('*.')
  const bare = folded(isWildcard ? text.slice(2) : text)
  if (forbidden.test(bare)) return null
  const labels = bare.split('.').map(encodeLabel)
  const last = labels.length - 1
  if (last < 1 || !labels.every((label, index) => isAllowed(label, index === last))) return null
  const domain = (isWildcard ? '*.' : '') + labels.join('.')
  return domain.length > longestChecked ? null : domain
}

/** Lower case, compatible forms as one, and the ideographic full stop as a full stop. */
function folded(text: string): string {
  // Character by character: a whole word would turn a Greek sigma at its end into another letter.
  const lower = (part: string) => Array.from(part, (character) => character.toLowerCase()).join('')
  // Variation selectors say how a character looks, not which it is.
  const plain = text.replace(/[\uFE00-\uFE0F]/g, '')
  return lower(lower(plain).normalize('NFKC')).normalize('NFC').replaceAll('\u3002', '.')
}

function isLabel(label: string | null, isLast: boolean): boolean {
  if (label === null || label.length > longestLabel) return false
  const shape = isLast ? /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/ : /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
  return shape.test(label)
}

const isHostLabel = (label: string | null, isLast: boolean) => isLabel(isLast ? label : (label?.replaceAll('_', 'a') ?? null), isLast)

/** A label in ASCII; null where it cannot be. */
function encodeLabel(label: string): string | null {
  if (/^\p{ASCII}*$/u.test(label)) return label
  // Its hyphens at either end would be hidden by the encoding, and a combining mark can't stand first.
  if (/^(?:-|\p{M})|-$/u.test(label)) return null
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0)
  // None that is longer could become short enough.
  return points.length > longestLabel ? null : `xn--${encodePunycode(points)}`
}

/**
 * A search term as it may stand in stored domains: lower case, each of its labels in punycode. Of non-ASCII text only whole labels
 * are found: 'bücher' finds `xn--bcher-kva.example`, 'büch' does not.
 */
export function domainSearchText(term: string): string {
  return folded(term)
    .split('.')
    .map((label) => encodeLabel(label) ?? label)
    .join('.')
}

/** A stored domain as people write it: `bücher.example`. Null where it reads no other than it is stored, or its punycode is none. */
export function unicodeDomain(domain: string): string | null {
  if (!/(?:^|\.)xn--/.test(domain)) return null
  const labels = domain.split('.').map((label) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label))
  const text = labels.includes(null) ? null : labels.join('.')
  // What does not lead back to the stored domain is somebody's trick, and nothing to show.
  return text !== null && normalizeDomain(text) === domain ? text : null
}
