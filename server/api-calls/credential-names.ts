import { percentDecoded } from './percent.ts'

/** Words that make a name one of a credential, wherever they stand in it: `x-api-key`, `clientSecret`, `session[id]`. */
const words = new Set(
  (
    'auth authorization authentication bearer credential credentials jwt oauth apikey token tokens csrf xsrf nonce otp totp pin cvc cvv ' +
    'key keys secret secrets hmac sig sign signature pass password passwords passwd pwd passphrase passcode ' +
    'cookie cookies session sessions sessionid sid'
  ).split(' '),
)

/** Parts that say so even where words are run together: `accesstoken`, `PHPSESSID`, `userpassword`. */
const stems = [
  'token',
  'secret',
  'passw',
  'passphrase',
  'passcode',
  'pwd',
  'otpcode',
  'apikey',
  'accesskey',
  'privatekey',
  'credential',
  'cookie',
  'sessid',
  'sessionid',
  'authoriz',
]

/** Of longer names both ends are looked at. */
const longestName = 400

/**
 * Whether a header, parameter or field of this name holds a credential (ruling 50). In doubt it does: a masked value can be asked for
 * again, a shown one cannot be taken back.
 */
export function isCredentialName(name: string): boolean {
  const text = decoded(name.length > longestName ? `${name.slice(0, longestName / 2)} ${name.slice(-longestName / 2)}` : name)
  if (text.length < 3) return false
  const lower = text.toLowerCase()
  if (stems.some((stem) => lower.includes(stem))) return true
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .some((word) => words.has(word.replace(/\d+$/, '')))
}

/** A name as it is meant, however often it was encoded: `api%5Fkey` and `api%255Fkey` are `api_key`. */
function decoded(name: string): string {
  return percentDecoded(percentDecoded(percentDecoded(name.replaceAll('+', ' '))))
}
