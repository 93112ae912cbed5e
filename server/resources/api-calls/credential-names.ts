import { foldText } from '../../../src/contract/fold.ts'
import { percentDecoded } from './percent.ts'

const listOf = (text: string) => text.split(' ').map(foldText)

/** Words that mark a credential name anywhere in it: `x-api-key`, `clientSecret`, `session[id]`, `nueva_clave`. */
const words = new Set([
  ...listOf(
    'auth authorization authentication bearer credential credentials jwt oauth apikey token tokens csrf xsrf nonce otp totp pin cvc cvv ' +
      'key keys secret secrets hmac sig sign signature pass password passwords passwd pwd passphrase passcode mnemonic ' +
      'cookie cookies session sessions sessionid sid',
  ),
  // Passwords and keys in other languages. As whole words: stems
  // would match English ones (`has`, `clave` in `enclave`).
  ...listOf(
    'clave claves passe mdp jeton clé clés clef segredo segreto senha senhas chave chaves parola parolă chiave chiavi hasło haslo hasła ' +
      'hasla klucz sleutel nyckel nøgle nøkkel avain heslo jelszó lozinka šifra şifre sandi khau klíč ključ khóa',
  ),
])

/**
 * Substrings that mark a name even if words run together:
 * `accesstoken`, `PHPSESSID`, `userpassword`, `nuevacontraseña`.
 */
const stems = [
  ...listOf(
    'token secret passw passphrase passcode pwd otpcode apikey accesskey privatekey credential cookie sessid sessionid authoriz ' +
      'recoverycode backupcode seedphrase',
  ),
  // Start of contraseña, contrasenya and contrasinal, however their ñ was encoded.
  ...listOf(
    'contrase contrasinal motdepasse motpasse palavrapasse kennwort geheim schlüssel schluessel zugangscode zugangsdaten ' +
      'freischaltcode wachtwoord toegangscode lösenord loesenord passord kodeord adgangskode salasana slaptažod parool pasahitz lykilorð ' +
      'katasandi matkhau claveacceso claveprivada clavesecreta nuevaclave novasenha',
  ),
  ...listOf(
    'пароль парола лозинка ключ κωδικός συνθηματικ 密码 密碼 口令 パスワード 暗証番号 비밀번호 암호 كلمةالمرور سيسمه סיסמה पासवर्ड รหัสผ่าน',
  ),
]

/** Codes that grant access, as opposed to country, state or QR codes. */
const codes =
  /\b((recovery|backup|verification|security|access|reset|confirmation|activation|invite|invitation|login|sign ?in|unlock|sms|mfa|2fa|one ?time|two ?factor)s? ?(codes?|phrases?|answers?)|seed phrase|code verifier|codigos? (de )?(recuperac|verificac|segur|acces|acess)\w*|codes? (de )?(recuperation|verification|secours|securite|acces)|codic[ei] (di )?(recuper|verific|sicurezz|access)\w*|(wiederherstellungs|sicherungs|bestatigungs|verifizierungs|sicherheits)(codes?|schlussel))\b/

/** Search keywords, whose names in several languages contain a word for key. */
const keyword = /\b(pala[bv]ras? (clave|chave)s?|parol[ae] chiave|słow[ao] klucz\w*|slow[ao] klucz\w*|mots? cles?)\b/g

/** Longer names are checked at both ends only. */
const maxNameLength = 400

/**
 * Whether a header, parameter or field of this name holds a credential (ruling 50), in English or our customers'
 * languages. If in doubt, yes: a masked value can be asked for again, but a leaked one can't be taken back.
 */
export function isCredentialName(name: string): boolean {
  const text = decoded(name.length > maxNameLength ? `${name.slice(0, maxNameLength / 2)} ${name.slice(-maxNameLength / 2)}` : name)
  if (/^[ -~]{0,2}$/.test(text)) return false
  const lower = folded(text)
  if (stems.some((stem) => lower.includes(stem))) return true
  const parts = folded(text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
  if (codes.test(parts)) return true
  return parts
    .replace(keyword, '')
    .split(' ')
    .some((word) => words.has(word.replace(/\d+$/, '')))
}

/** Removes case and accents. Full folding is slower, and lower-casing suffices for nearly all names. */
function folded(text: string): string {
  return /^[ -~]*$/.test(text) ? text.toLowerCase() : foldText(text)
}

/**
 * The name with repeated percent-encoding removed: `api%5Fkey` and
 * `api%255Fkey` become `api_key`; `l%F6sen` (Latin-1) becomes `lösen`.
 */
function decoded(name: string): string {
  return percentDecoded(percentDecoded(percentDecoded(name.replaceAll('+', ' ')))).replace(/%[89a-f][\da-f]/gi, (sign) =>
    String.fromCharCode(Number.parseInt(sign.slice(1), 16)),
  )
}
