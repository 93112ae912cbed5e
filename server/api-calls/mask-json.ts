import { mask } from '../../src/contract/api-calls.ts'
import { isCredentialName } from './credential-names.ts'
import { maskText } from './mask-text.ts'

const masked = JSON.stringify(mask)

/** JSON within strings of JSON is looked into this deep. */
const deepest = 3

/**
 * Masks credentials in JSON without reading it as such: numbers keep their digits, a body that breaks off or holds several documents is
 * masked as far as it goes. One walk from the first character to the last.
 */
export function maskJson(text: string, depth = 0): string {
  let result = ''
  let at = 0
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    if (quote < 0) break
    const end = endOfString(text, quote)
    const literal = text.slice(quote, end)
    const value = valueAfter(text, end)
    result += text.slice(at, quote)
    at = end
    if (value === null) result += maskLiteral(literal, depth)
    else if (!isCredentialName(contentOf(literal)) || isEmptyValue(text, value)) result += literal
    else {
      result += text.slice(quote, value) + masked
      at = endOfValue(text, value)
    }
  }
  return result + text.slice(at)
}

/** Just behind the string that begins at `quote`; the end of the text where it breaks off. */
function endOfString(text: string, quote: number): number {
  let at = quote + 1
  while (at < text.length) {
    const sign = text.charCodeAt(at)
    if (sign === 34) return at + 1
    at += sign === 92 ? 2 : 1
  }
  return text.length
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)

/** Where the value begins, if the string that ends at `end` is a name; null where it is none. */
function valueAfter(text: string, end: number): number | null {
  let at = end
  while (isSpace(text.charCodeAt(at))) at++
  if (text[at] !== ':') return null
  at++
  while (isSpace(text.charCodeAt(at))) at++
  return at < text.length ? at : null
}

/** Just behind a value: a string, a whole object or array, or whatever reaches to the next comma or bracket. */
function endOfValue(text: string, from: number): number {
  let at = from
  let depth = 0
  while (at < text.length) {
    const sign = text[at] ?? ''
    if (sign === '"') {
      at = endOfString(text, at)
      if (depth === 0) return at
      continue
    }
    if (depth === 0 && (sign === ',' || sign === '}' || sign === ']')) return at
    at++
    if (sign === '{' || sign === '[') depth++
    if (sign === '}' || sign === ']') {
      depth--
      if (depth === 0) return at
    }
  }
  return text.length
}

/** There is no secret in nothing. */
const isEmptyValue = (text: string, at: number) => /^(null|"")/.test(text.slice(at, at + 4))

/** A string's text; the literal itself where it breaks off or is not one. */
function contentOf(literal: string): string {
  try {
    const content: unknown = JSON.parse(literal)
    return typeof content === 'string' ? content : literal
  } catch {
    return literal
  }
}

/** A string value: what is JSON again, an address or the like is masked in turn, and written as it was where there is nothing to mask. */
function maskLiteral(literal: string, depth: number): string {
  const content = contentOf(literal)
  if (content === literal) return literal
  const text = maskText(content)
  const shown = depth < deepest && /^\s*[[{]/.test(text) ? maskJson(text, depth + 1) : text
  return shown === content ? literal : JSON.stringify(shown)
}
