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
  /(?<=\bBasic )(?=[a-z]*[\d+/=])[a-z\d+/]{6,}={0,2}/gi,
  // User and password of an address.
  /(?<=:\/\/)[^\s/@:?#"']+:[^\s/@?#"']+(?=@)/g,
  /(?<=-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)(?:[\w+/=\s]|\\[nr])+/g,
]

/** `name=value` pairs of queries, forms, cookies and matrix parameters. The name begins where its run of characters begins. */
const pair = /(?<![\w.%[\]+~-])([\w.%[\]+~-]+)=("[^"\n]*"?|'[^'\n]*'?|[^&;,\s"'<>\\]*)/g

/** What stands in an element of XML. */
const element = /<([\w:.-]+)((?:\s[^<>]*)?)>([^<>]+)(?=<)/g

/** Text with every credential in it masked that has a name or a look of its own. */
export function maskText(text: string): string {
  return telling
    .reduce((rest, shape) => rest.replace(shape, mask), text)
    .replace(pair, (whole, name: string, value: string) => (value !== '' && isCredentialName(name) ? `${name}=${mask}` : whole))
    .replace(element, (whole, name: string, rest: string) => (isCredentialName(name) ? `<${name}${rest}>${mask}` : whole))
}

/** What a token in a path may stand behind: `/reset/9f86d08…`. */
const beforeTokens =
  /^(reset|recover|confirm|verify|verification|activate|activation|invite|invitation|unsubscribe|magic|magic-link|login|sso|share)/i

/** A path with the segments masked that look like tokens, and what stands behind the names of credentials. */
export function maskPath(path: string): string {
  const segments = path.split('/')
  return segments.map((segment, at) => (isToken(segment, segments[at - 1] ?? '') ? mask : maskText(segment))).join('/')
}

/**
 * A segment that nobody chose: a long run of hexadecimal digits, or of letters and digits in no order. Ids, file names and UUIDs are none,
 * unless what stands before them says that they are.
 */
function isToken(segment: string, before: string): boolean {
  const text = segment.split(';')[0] ?? ''
  if (isCredentialName(before) || beforeTokens.test(before)) return text.length >= 12 && /\d/.test(text) && /^[\w.~%+=-]+$/.test(text)
  if (text.length < 24 || !/^[\w~%+=-]+$/.test(text)) return false
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
  return isMixed || (text.length >= 32 && /\d/.test(text) && /[a-z]/i.test(text) && !text.includes('-'))
}
