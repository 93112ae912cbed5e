import { mask } from '../../src/contract/api-calls.ts'
import { isCredentialName } from './credential-names.ts'
import { maskJson } from './mask-json.ts'
import { maskSegments } from './mask-path.ts'
import { maskText } from './mask-text.ts'
import { percentDecoded, percentEncoded } from './percent.ts'

/** Text within text (JSON in a string, an address in a parameter) is looked into this deep. */
const deepest = 3

/** A form, or the query of an address: pairs without any space. */
const form = /^([\p{L}\p{M}\p{N}_.%[\]+~-]+=\S*)(\s*)$/u

/** Text that is percent-encoded as a whole. */
const encoded = /^[\w.~+*-]*%[\w.~%+*-]*$/

/** Text too short for a credential by its look, with no sign that could stand between a name and a value. */
const plain = /^(?![^]*[\w-]{13})[^=:<%/"' ]*$/

/** An address, or a path that stands alone, up to its fragment. */
const address = /(:\/\/[^\s/"'<>?#\\]*|(?<![^\s"'(=])(?=\/))(\/[^\s"'<>?#&\\]*)?(\?[^\s"<>#\\]*)?/g

/** A text of any kind with its credentials masked: JSON, one document or several, a form, or plain text with any of these in it. */
export function maskContent(text: string, depth = 0): string {
  if (/^\w{0,12}$/.test(text)) return text
  if (depth > deepest) return maskText(text, (value) => value)
  const [, pairs, space = ''] = form.exec(text) ?? []
  if (pairs !== undefined) return maskQuery(pairs, depth) + space
  if (encoded.test(text)) return maskEncoded(text, depth)
  // Documents that begin on lines of their own: a broken one does no harm to the next.
  return text
    .split(/(?<=\n)(?=[{[])/)
    .map((document) => maskDocument(document, depth))
    .join('')
}

/** A query or a form: pairs with `&` between them, each value masked whole. */
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

/** A path: segments that look like tokens, and what stands behind the names of credentials in any segment. */
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

/** What is percent-encoded, once or more often, is masked as what it stands for; it stays as it was where there is nothing to mask. */
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
