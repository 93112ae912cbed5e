/** What a body is, for the eye. */
export type BodyKind = 'empty' | 'json' | 'binary' | 'text' | 'too-long'

/** The longest text that is read as JSON: a few hundred milliseconds on a slow machine. */
const longestJson = 2_000_000

/** How much of a text is looked at to tell whether it is one. */
const sample = 4096

/** The values that a body of JSON says; undefined where it is none, or holds no more than one plain value. */
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

/** Whether a text is none: it holds control characters, or characters that could not be read. */
function isBinary(text: string): boolean {
  const start = text.slice(0, sample)
  const odd = start.match(/(?![\t\n\r\f])\p{Cc}|\uFFFD/gu)?.length ?? 0
  return odd > 0 && odd / start.length > 0.02
}

const units = ['B', 'kB', 'MB', 'GB'] as const

/** The size of a text in UTF-8, for people: '4,2 MB'. */
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
