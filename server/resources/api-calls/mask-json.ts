import { mask } from '../../../src/contract/api-calls.ts'
import { isCredentialName } from './credential-names.ts'

const masked = JSON.stringify(mask)

/** Keys of entries such as `{"name":"password","value":"…"}`. */
const labels = /^(name|key|field|param|parameter|header|label)$/i
const values = /^(value|values|val|content)$/i

/**
 * Masks credentials in JSON in a single pass without parsing it: numbers keep their digits, and truncated or
 * concatenated documents are masked as far as they go. Other strings go through `maskString`.
 */
export function maskJson(text: string, maskString: (content: string) => string): string {
  const pieces: string[] = []
  let entry: { isSecret: boolean; valueAt: number | null } = { isSecret: false, valueAt: null }
  let at = 0
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', at)) {
    const end = endOfString(text, quote)
    const literal = text.slice(quote, end)
    const value = valueAfter(text, end)
    const between = text.slice(at, quote)
    if (/[{}]/.test(between)) entry = { isSecret: false, valueAt: null }
    pieces.push(between)
    at = end
    if (value === null) {
      if (isEndOfValue(text, end)) pieces.push(maskLiteral(literal, maskString))
      else {
        // A stray quote: what seemed to close it may open a string.
        if (isClosed(literal)) at = end - 1
        pieces.push(text.slice(quote, at))
      }
      continue
    }
    const name = contentOf(literal)
    if (labels.test(name) && isFieldName(text, value)) {
      entry.isSecret = true
      if (entry.valueAt !== null) pieces[entry.valueAt] = masked
    }
    const isValue = values.test(name)
    if ((isCredentialName(name) || (isValue && entry.isSecret)) && !isEmptyValue(text, value)) {
      pieces.push(text.slice(quote, value), masked)
      at = endOfValue(text, value)
    } else if (isValue && text[value] === '"') {
      at = endOfString(text, value)
      pieces.push(text.slice(quote, value), maskLiteral(text.slice(value, at), maskString))
      if (!isEmptyValue(text, value)) entry.valueAt = pieces.length - 1
    } else pieces.push(isCredentialName(name) ? literal : maskLiteral(literal, maskString))
  }
  return pieces.join('') + text.slice(at)
}

/**
 * The position after the string that starts at `quote`; the end
 * of the line if unclosed, as JSON strings never span lines.
 */
function endOfString(text: string, quote: number): number {
  let at = quote + 1
  while (at < text.length) {
    const sign = text.charCodeAt(at)
    if (sign === 34) return at + 1
    if (isLineBreak(sign)) return at
    at += sign === 92 && !isLineBreak(text.charCodeAt(at + 1)) ? 2 : 1
  }
  return text.length
}

const isLineBreak = (code: number) => code === 10 || code === 13

const isClosed = (literal: string) => literal.length > 1 && literal.endsWith('"')

/** Whether what follows a string shows that it was a value. */
function isEndOfValue(text: string, end: number): boolean {
  let at = end
  while (isSpace(text.charCodeAt(at))) at++
  return at >= text.length || ',}]'.includes(text[at] ?? '')
}

/** Whether the value here is the name of a credential field, not a text about one. */
function isFieldName(text: string, at: number): boolean {
  if (text[at] !== '"') return false
  const name = contentOf(text.slice(at, endOfString(text, at)))
  return /^[\p{L}\p{M}\p{N}_.[\]-]+$/u.test(name) && isCredentialName(name)
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)

/** The start of the value if the string ending at `end` is a key; null otherwise. */
function valueAfter(text: string, end: number): number | null {
  let at = end
  while (isSpace(text.charCodeAt(at))) at++
  if (text[at] !== ':') return null
  at++
  while (isSpace(text.charCodeAt(at))) at++
  return at < text.length ? at : null
}

/** The position after a value: a string, an object or array, or text up to the next comma or bracket. */
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
    if (depth === 0 && ',}]\n'.includes(sign)) return at
    at++
    if (sign === '{' || sign === '[') depth++
    if (sign === '}' || sign === ']') {
      depth--
      if (depth === 0) return at
    }
  }
  return text.length
}

/** Empty values need no mask. */
const isEmptyValue = (text: string, at: number) => /^(null|"")/.test(text.slice(at, at + 4))

/** A string's content; the literal itself if it is truncated or not a string. */
function contentOf(literal: string): string {
  try {
    const content: unknown = JSON.parse(literal)
    return typeof content === 'string' ? content : literal
  } catch {
    return literal
  }
}

/** Masks a string that may itself hold JSON, a URL or the like; unchanged if there is nothing to mask. */
function maskLiteral(literal: string, maskString: (content: string) => string): string {
  const content = contentOf(literal)
  if (content === literal) return literal
  const shown = maskString(content)
  return shown === content ? literal : JSON.stringify(shown)
}
