import { parseUrl } from './parse-url.ts'
import { decodePunycode, encodePunycode } from './punycode.ts'

/**
 * Checks domains of the blocked and allowed lists (document 2, section 5; ruling 46), on both sides: linear, and without
 * URL parsing. Hosts that are looked up in them are what a browser makes of an address.
 */

/**
 * The host of an address as browsers have it, by the URL standard: lower case, punycode, without escapes, invisible
 * characters and a final dot; an IPv4 address with its four numbers.
 * @returns null if no browser opens it
 */
export function browserHost(address: string): string | null {
  return parseUrl(address)?.hostname.replace(/\.$/, '') || null
}

/** A host name in the one form it is stored in. Text that is no host is only lower-cased, and found as it is. */
export function storedHost(text: string): string {
  return (/[\s/\\?#@:]/.test(text) ? null : browserHost(`http://${text}`)) ?? text.toLowerCase()
}

const maxCheckedLength = 256
const maxLabelLength = 63

/** Control, space, invisible and unassigned characters, and punctuation of URLs that no domain has. */
const forbidden = /[\p{C}\p{Z}@:/\\#!$&'()*+,;=?]/u

/**
 * A domain as stored: lower case, punycode, with its leading '*.' if any; null if invalid.
 * At most 256 characters and at least two labels of 1 to 63: letters, digits and inner hyphens, the last starting with
 * a letter. Non-ASCII text is normalised as in browsers: `Bücher.example` is `xn--bcher-kva.example`.
 */
export function normalizeDomain(text: string): string | null {
  return normalize(text, isLabel)
}

/**
 * A host as looked up in the lists: no '*.', but '_' is allowed in all labels except the last, as in DNS. No entry can
 * equal such a host, but '*.example.com' covers `pay_pal.example.com`.
 */
export function normalizeHost(text: string): string | null {
  return text.startsWith('*.') ? null : normalize(text, isHostLabel)
}

function normalize(text: string, isAllowed: (label: string | null, isLast: boolean) => boolean): string | null {
  if (text === '' || text.length > maxCheckedLength) return null
  const isWildcard = text.startsWith('*.')
  const bare = folded(isWildcard ? text.slice(2) : text)
  if (forbidden.test(bare)) return null
  const labels = bare.split('.').map(encodeLabel)
  const last = labels.length - 1
  if (last < 1 || !labels.every((label, index) => isAllowed(label, index === last))) return null
  const domain = (isWildcard ? '*.' : '') + labels.join('.')
  return domain.length > maxCheckedLength ? null : domain
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

/** Lower-cases, normalises (NFKC) and turns the ideographic full stop into '.'. */
function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  // One character at a time: in a whole word, a final Greek sigma would become a different letter.
  const lower = (part: string) => Array.from(part, (character) => character.toLowerCase()).join('')
  // Variation selectors and joiners that are marks change only how a character looks.
  const plain = text.replace(/(?=\p{M})\p{DI}/gu, '')
  return lower(lower(plain).normalize('NFKC')).normalize('NFC').replaceAll('\u3002', '.')
}

function isLabel(label: string | null, isLast: boolean): boolean {
  if (label === null || label.length > maxLabelLength) return false
  const shape = isLast ? /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/ : /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
  return shape.test(label)
}

const isHostLabel = (label: string | null, isLast: boolean) => isLabel(isLast ? label : (label?.replaceAll('_', 'a') ?? null), isLast)

/** A label in ASCII; null if it can't be encoded. */
function encodeLabel(label: string): string | null {
  if (isAscii(label)) return label
  // The encoding would hide leading and trailing hyphens, and a label can't start with a combining mark.
  if (/^(?:-|\p{M})|-$/u.test(label)) return null
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0)
  // More code points than this never encode to a short enough label.
  return points.length > maxLabelLength ? null : `xn--${encodePunycode(points)}`
}

/**
 * A search term as it appears in stored domains: lower case, each label in punycode, without the final dot of a whole name. Non-ASCII text only matches whole
 * labels: 'bücher' finds `xn--bcher-kva.example`, 'büch' doesn't.
 */
export function domainSearchText(term: string): string {
  return folded(term)
    .replace(/(?<=\.[^.]+)\.$/, '')
    .split('.')
    .map((label) => encodeLabel(label) ?? label)
    .join('.')
}

/** A stored domain in readable form, `bücher.example`; null if that is the same or its punycode is invalid. */
export function unicodeDomain(domain: string): string | null {
  if (!/(?:^|\.)xn--/.test(domain)) return null
  const labels = domain.split('.').map((label) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label))
  const text = labels.includes(null) ? null : labels.join('.')
  // If it doesn't encode back to the stored domain it is a spoof: show nothing.
  return text !== null && normalizeDomain(text) === domain ? text : null
}
