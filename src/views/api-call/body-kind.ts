/** How a body is displayed. */
export type BodyKind = 'empty' | 'json' | 'binary' | 'text' | 'too-long'

/** Longest text parsed as JSON: takes a few hundred milliseconds on a slow machine. */
const longestJson = 2_000_000

/** Characters checked to tell text from binary. */
const sample = 4096

/** The kind of a body and its parsed JSON; `value` is undefined if it isn't JSON or only a plain value. */
export function readBody(text: string): { kind: BodyKind; value?: object } {
  if (text === '') return { kind: 'empty' }
  if (isBinary(text)) return { kind: 'binary' }
  if (!/^\s*[[{]/.test(text)) return { kind: 'text' }
  if (text.length > longestJson) return { kind: 'too-long' }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { kind: 'json', value } : { kind: 'text' }
  } catch {
    return { kind: 'text' }
  }
}

/** Whether it is binary: more than 2 % control or replacement characters. */
function isBinary(text: string): boolean {
  const start = text.slice(0, sample)
  const odd = start.match(/(?![\t\n\r\f])\p{Cc}|\uFFFD/gu)?.length ?? 0
  return odd > 0 && odd / start.length > 0.02
}

const units = ['B', 'kB', 'MB', 'GB'] as const

/** A text's UTF-8 size for display: '4,2 MB'. */
export function sizeText(text: string): string {
  let size = new Blob([text]).size
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  const digits = unit === 0 || size >= 100 ? size.toFixed(0) : size.toFixed(1)
  return `${digits.replace('.', ',')} ${units[unit] ?? 'B'}`
}
