import { mask } from '../../../src/contract/api-calls.ts'
import { isCredentialName } from './credential-names.ts'

/**
 * Values recognisable as credentials by form alone. Each pattern starts
 * only at the start of a run of characters, so matching is linear.
 */
const telling: readonly RegExp[] = [
  // A JWT.
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  // Keys with a vendor prefix.
  /(?<![\w-])(?:[srp]k_(?:live|test)_\w{8,}|whsec_\w{8,}|gh[opsu]_\w{20,}|xox[abp]-[\w-]{10,}|AKIA[A-Z\d]{16}|AIza[\w-]{30,}|xkeysib-[\w-]{10,})/g,
  /(?<=\bBearer )[\w.~+/=-]{6,}/gi,
  // User and password in a URL.
  /(?<=:\/\/)[^\s/@:?#"']+:[^\s/@?#"']+(?=@)/g,
  /(?<=-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)(?:[\w+/=\s]|\\[nr])+/g,
]

/** Basic credentials, or just the word after "basic" in a text. */
const basic = /(?<=\bBasic )[a-z\d+/]{6,}={0,2}/gi

/** Names of `name=value` pairs in cookies, matrix parameters and text; only at the start of a run of characters. */
const pairName = /(?<![\p{L}\p{M}\p{N}_.%[\]+~-])()([\p{L}\p{M}\p{N}_.%[\]+~-]+)=/gu
/** Text right behind a closing quote belongs to the value: otherwise masking again would join it with the mask. */
const pairValue = /(?:"(?!\s*[,}\]:])[^"\n]*"?|'[^'\n]*'?|[^&;,\s"'<>\\])(?:[^&;,\s"'<>\\]|'(?=\w))*/y

/** Names of `name: value`, quoted or not, including truncated or stringified JSON. */
const fieldName = /(?<![\p{L}\p{M}\p{N}_.%[\]<\\/-])(\\*["']|)([\p{L}\p{M}\p{N}_.%[\]-]+)\1\s*:\s*/gu
const fieldValue =
  /"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?|\\+["'][^"'\\\n]*(?:\\+["'])?|(?!null\b|\/\/)(?:[^\s,;&"'<>{}[\]()\\]|'(?=\w))+/y

/** `name: value` on its own line: the value is the rest of the line. */
const line = /^([ \t]*(?:- )?[\p{L}\p{N}_.][\p{L}\p{M}\p{N}_.-]*):([ \t]*)(?!null\b|\/\/)([^\s"'{[<\\][^\r\n]*)/gmu

/** Headers with multi-word values within a line. */
const header = /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie):([ \t]*)[^\s"'<>{[\\](?:[^\r\n"'<>\\]|'(?=\w))*/gi

/** Content of an XML element. */
const element = /<([\p{L}\p{M}\p{N}_:.-]+)((?:\s[^<>]*)?)>(\s*<!\[CDATA\[(?:(?!\]\]>|<!\[CDATA\[)[^])*(?:\]\]>)?|\s*[^<>\s][^<>]*(?=<|$))/gu

/** Masks every credential with a telltale name or form; `maskEncoded` masks the values of other pairs. */
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

/** Whether it can't be a plain word: it has characters no word has, or decodes to `user:password`. */
function isBasic(value: string): boolean {
  return /[\d+/=]|[a-z][A-Z]/.test(value) || /^[ -~]*:[ -~]*$/.test(Buffer.from(value, 'base64').toString('latin1'))
}

/**
 * Rewrites values that follow names. Non-credential values in
 * quotes or after a colon are themselves searched for names.
 */
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
