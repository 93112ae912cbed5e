/** Punycode (RFC 3492), used to store non-ASCII domain labels. */

const base = 36
const smallest = 1
const largest = 26
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Encodes at most 63 code points, without the `xn--` prefix. */
export function encodePunycode(points: readonly number[]): string {
  const basic = points.filter((point) => point < 0x80)
  let output = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '')
  let next = 0x80
  let delta = 0
  let bias = 72
  let handled = basic.length
  while (handled < points.length) {
    const current = next
    const min = Math.min(...points.filter((point) => point >= current))
    delta += (min - next) * (handled + 1)
    next = min
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

/** Decodes punycode without its prefix; null if invalid. */
export function decodePunycode(text: string): string | null {
  const end = text.lastIndexOf('-')
  const points = Array.from(text.slice(0, Math.max(0, end)), (character) => character.codePointAt(0) ?? 0)
  let point = 0x80
  let index = 0
  let bias = 72
  for (let at = end + 1; at < text.length; ) {
    const before = index
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = digits.indexOf(text.charAt(at))
      if (at >= text.length || digit < 0) return null
      at += 1
      index += digit * weight
      const threshold = Math.min(largest, Math.max(smallest, k - bias))
      if (digit < threshold) break
      weight *= base - threshold
      if (weight > 0x7fffffff || index > 0x7fffffff) return null
    }
    bias = adapted(index - before, points.length + 1, before === 0)
    point += Math.floor(index / (points.length + 1))
    index %= points.length + 1
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null
    points.splice(index, 0, point)
    index += 1
  }
  return String.fromCodePoint(...points)
}
