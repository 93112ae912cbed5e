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
  if (text === '' || text.length > longestChecked) return null
  const isWildcard = text.startsWith('*.')
  const bare = folded(isWildcard ? text.slice(2) : text)
  if (forbidden.test(bare)) return null
  const labels = bare.split('.').map(encodeLabel)
  const last = labels.length - 1
  if (last < 1 || !labels.every((label, index) => isLabel(label, index === last))) return null
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

/** A label in ASCII; null where it cannot be. */
function encodeLabel(label: string): string | null {
  if (/^\p{ASCII}*$/u.test(label)) return label
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0)
  // A combining mark can't stand first, and none that is longer could become short enough.
  return points.length > longestLabel || /^\p{M}/u.test(label) ? null : `xn--${punycode(points)}`
}

const base = 36
const smallest = 1
const largest = 26
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Punycode (RFC 3492) of at most 63 code points, without its prefix. */
function punycode(points: readonly number[]): string {
  const basic = points.filter((point) => point < 0x80)
  let output = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '')
  let next = 0x80
  let delta = 0
  let bias = 72
  let handled = basic.length
  while (handled < points.length) {
    const current = next
    const least = Math.min(...points.filter((point) => point >= current))
    delta += (least - next) * (handled + 1)
    next = least
    for (const point of points) {
      if (point < next) delta += 1
      if (point !== next) continue
      output += variableLength(delta, bias)
      bias = adapted(delta, handled + 1, handled === basic.length)
      delta = 0
      handled += 1
    }
    delta += 1
    next += 1
  }
  return output
}

function variableLength(delta: number, bias: number): string {
  let output = ''
  let rest = delta
  for (let k = base; ; k += base) {
    const threshold = Math.min(largest, Math.max(smallest, k - bias))
    if (rest < threshold) return output + digits.charAt(rest)
    output += digits.charAt(threshold + ((rest - threshold) % (base - threshold)))
    rest = Math.floor((rest - threshold) / (base - threshold))
  }
}

function adapted(delta: number, handled: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : Math.floor(delta / 2)
  rest += Math.floor(rest / handled)
  let k = 0
  for (; rest > ((base - smallest) * largest) / 2; k += base) rest = Math.floor(rest / (base - smallest))
  return k + Math.floor(((base - smallest + 1) * rest) / (rest + 38))
}
