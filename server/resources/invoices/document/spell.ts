import anyAscii from 'any-ascii'

/** Living scripts that no font here has, to name them in the log. */
const scripts = (
  'Adlam Balinese Buginese Canadian_Aboriginal Cham Chakma Cherokee Javanese Limbu Lisu Meetei_Mayek Mongolian New_Tai_Lue Nko Ol_Chiki ' +
  'Osage Sundanese Syriac Tai_Le Tai_Tham Thaana Tibetan Tifinagh Vai Yi'
)
  .split(' ')
  .map((name) => ({ name: name.replaceAll('_', ' '), has: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Spells in Latin letters what no font has, so that a name stays readable; without any spelling it is left out. */
export function spell(text: string, missing: ReadonlySet<number>): string {
  const spelled = Array.from(text, (character) => (missing.has(character.codePointAt(0) ?? 0) ? anyAscii(character) : character))
  return spelled.join('').replace(/ +/g, ' ').trim()
}

/** The scripts of code points by name, for the log; anything else, such as emoji, is `signs`. */
export function scriptsOf(codePoints: ReadonlySet<number>): string[] {
  const characters = Array.from(codePoints, (codePoint) => String.fromCodePoint(codePoint))
  return [...new Set(characters.map((character) => scripts.find(({ has }) => has.test(character))?.name ?? 'signs'))]
}
