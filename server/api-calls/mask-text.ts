import { mask } from '../../src/contract/api-calls.ts'
import { isCredentialName } from './credential-names.ts'

/**
 * Values that are credentials by their look, whatever they are called. None of these tries a place twice: each begins where its run of
 * characters begins, so that the time is linear in the length of any text.
 */
const telling: readonly RegExp[] = [
  // A signed token in three parts.
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  // Keys that say whose they are.
  /(?<![\w-])(?:[srp]k_(?:live|test)_\w{8,}|whsec_\w{8,}|gh[opsu]_\w{20,}|xox[abp]-[\w-]{10,}|AKIA[A-Z\d]{16}|AIza[\w-]{30,}|xkeysib-[\w-]{10,})/g,
  /(?<=\bBearer )[\w.~+/=-]{6,}/gi,
  // User and password of an address.
  /(?<=:\/\/)[^\s/@:?#"']+:[^\s/@?#"']+(?=@)/g,
  /(?<=-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)(?:[\w+/=\s]|\\[nr])+/g,
]

/** User and password of basic authentication; or the next word of a text about something basic. */
const basic = /(?<=\bBasic )[a-z\d+/]{6,}={0,2}/gi

/** Names of `name=value` pairs of cookies, matrix parameters and text. A name begins where its run of characters begins. */
const pairName = /(?<![\p{L}\p{M}\p{N}_.%[\]+~-])()([\p{L}\p{M}\p{N}_.%[\]+~-]+)=/gu
const pairValue = /"(?!\s*[,}\]:])[^"\n]*"?|'[^'\n]*'?|(?:[^&;,\s"'<>\\]|'(?=\w))+/y

/** Names of `name: value` in any quotes or none, JSON that was cut or written as a string among it. */
const fieldName = /(?<![\p{L}\p{M}\p{N}_.%[\]<\\/-])(\\*["']|)([\p{L}\p{M}\p{N}_.%[\]-]+)\1\s*:\s*/gu
const fieldValue =
  /"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?|\\+["'][^"'\\\n]*(?:\\+["'])?|(?!null\b|\/\/)(?:[^\s,;&"'<>{}[\]()\\]|'(?=\w))+/y

/** `name: value` on a line of its own: the value goes to the end of the line. */
const line = /^([ \t]*(?:- )?[\p{L}\p{N}_.][\p{L}\p{M}\p{N}_.-]*):([ \t]*)(?!null\b|\/\/)([^\s"'{[<\\][^\r\n]*)/gmu

/** Headers that hold more than one word, in the midst of a line. */
const header = /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie):([ \t]*)[^\s"'<>{[\\][^\r\n"'<>\\]*/gi

/** What stands in an element of XML. */
const element = /<([\p{L}\p{M}\p{N}_:.-]+)((?:\s[^<>]*)?)>(\s*<!\[CDATA\[(?:(?!\]\]>|<!\[CDATA\[)[^])*(?:\]\]>)?|\s*[^<>\s][^<>]*(?=<|$))/gu

/** Text with every credential in it masked that has a name or a look of its own; `maskEncoded` masks the values of other pairs. */
export function maskText(text: string, maskEncoded: (value: string) => string): string {
  const shown = telling
    .reduce((rest, shape) => rest.replace(shape, mask), text)
    .replace(basic, (value) => (isBasic(value) ? mask : value))
    .replace(header, (_whole, name: string, space: string) => `${name}:${space}${mask}`)
  const pairs = maskNamed(shown, pairName, pairValue, (value, _quote, isSecret) => {
    if (!isSecret) return maskEncoded(value)
    return value === '""' || value === "''" ? value : mask
  })
  return maskNamed(pairs, fieldName, fieldValue, (value, quote, isSecret) => {
    if (!isSecret || /^\\*(["'])\\*\1$/.test(value)) return value
    const around = /^\\*["']/.exec(value)?.[0] ?? quote
    return around + mask + around
  })
    .replace(line, (whole, name: string, space: string) => (isCredentialName(name) ? `${name}:${space}${mask}` : whole))
    .replace(element, (whole, name: string, rest: string) => (isCredentialName(name) ? `<${name}${rest}>${mask}` : whole))
}

/** Whether this is no plain word: it holds signs that none has, or `user:password`. */
function isBasic(value: string): boolean {
  return /[\d+/=]|[a-z][A-Z]/.test(value) || /^[ -~]*:[ -~]*$/.test(Buffer.from(value, 'base64').toString('latin1'))
}

/** Rewrites the values behind names. What is in quotes or behind a colon, and no credential itself, is looked at for names in turn. */
function maskNamed(
  text: string,
  names: RegExp,
  values: RegExp,
  shownOf: (value: string, quote: string, isSecret: boolean) => string,
): string {
  const pieces: string[] = []
  let at = 0
  names.lastIndex = 0
  for (let found = names.exec(text); found !== null; found = names.exec(text)) {
    const from = names.lastIndex
    const isSecret = isCredentialName(found[2] ?? '')
    if (!isSecret && (names === fieldName || /["']/.test(text[from] ?? ''))) continue
    values.lastIndex = from
    const value = values.exec(text)?.[0]
    if (value === undefined) continue
    pieces.push(text.slice(at, from), shownOf(value, found[1] ?? '', isSecret))
    at = from + value.length
    names.lastIndex = at
  }
  return pieces.join('') + text.slice(at)
}
