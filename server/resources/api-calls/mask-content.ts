import { mask } from '../../../src/contract/api-calls.ts'
import { isCredentialName } from './credential-names.ts'
import { maskJson } from './mask-json.ts'
import { maskSegments } from './mask-path.ts'
import { maskText } from './mask-text.ts'
import { percentDecoded, percentEncoded } from './percent.ts'

/** Depth limit for text within text (JSON in a string, a URL in a parameter). */
const deepest = 3

/** A form or query: pairs without spaces. */
const form = /^([\p{L}\p{M}\p{N}_.%[\]+~-]+=\S*)(\s*)$/u

/** Fully percent-encoded text. */
const encoded = /^[\w.~+*-]*%[\w.~%+*-]*$/

/** Too short to look like a credential, and no character that could separate a name from a value. */
const plain = /^(?![^]*[\w-]{13})[^=:<%/"' ]*$/

/** A URL or standalone path, up to its fragment. */
const address = /(:\/\/[^\s/"'<>?#\\]*|(?<![^\s"'(=])(?=\/))(\/[^\s"'<>?#&\\]*)?(\?[^\s"<>#\\]*)?/g

/** Masks the credentials in any text: JSON (one or more documents), a form, or plain text with any of these in it. */
export function maskContent(text: string, depth = 0): string {
  if (/^\w{0,12}$/.test(text)) return text
  if (depth > deepest) return maskText(text, (value) => value)
  const [, pairs, space = ''] = form.exec(text) ?? []
  if (pairs !== undefined) return maskQuery(pairs, depth) + space
  if (encoded.test(text)) return maskEncoded(text, depth)
  // Documents on lines of their own are masked separately, so a broken one doesn't affect the next.
  return text
    .split(/(?<=\n)(?=[{[])/)
    .map((document) => maskDocument(document, depth))
    .join('')
}

/** Masks a query or form: `&`-separated pairs, each value as a whole. */
export function maskQuery(query: string, depth = 0): string {
  return query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      if (at < 0) return maskValue(pair, depth)
      const name = pair.slice(0, at)
      const value = pair.slice(at + 1)
      if (value !== '' && isCredentialName(name)) return `${name}=${mask}`
      return `${maskEncoded(name, depth)}=${maskValue(value, depth)}`
    })
    .join('&')
}

/** Masks a path: token-like segments, and values after credential names within a segment. */
export function maskPath(path: string): string {
  return maskSegments(path)
    .split('/')
    .map((segment) => maskText(segment, (value) => maskEncoded(value, 0)))
    .join('/')
}

function maskDocument(text: string, depth: number): string {
  if (plain.test(text)) return text
  const maskString = (content: string) => maskContent(content, depth + 1)
  if (isJson(text)) return maskJson(text, maskString)
  const shown = text.replace(address, (_whole, host: string, path = '', query = '') => {
    return host + maskSegments(path) + (query === '' ? '' : `?${maskQuery(query.slice(1), depth + 1)}`)
  })
  return maskJson(
    maskText(shown, (value) => maskEncoded(value, depth)),
    maskString,
  )
}

function maskValue(value: string, depth: number): string {
  const shown = maskEncoded(value, depth)
  return shown === value ? maskContent(value, depth + 1) : shown
}

/** Masks percent-encoded text in its decoded form; unchanged if there is nothing to mask. */
function maskEncoded(text: string, depth: number): string {
  const content = percentDecoded(text)
  if (content === text || depth >= deepest) return text
  const shown = maskContent(content, depth + 1)
  return shown === content ? text : (percentEncoded(shown) ?? mask)
}

function isJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
