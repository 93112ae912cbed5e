/**
 * Letters without Unicode decomposition, with what is typed on
 * keyboards that lack them. Lower-case Σ depends on what follows.
 */
const single = { letters: 'łđðøıħŋŧĸəǝǥƶƀɨʉɓɖɗɛƒɣƙɲɔʋƴς', plain: 'lddoihntkeegzbiubddefgknovyσ' }
const plainLetters = new Map([
  ...single.letters.split('').map((letter, index): [string, string] => [letter, single.plain.charAt(index)]),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
])
const withoutPlain = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g')

/** Signs that look alike, in groups: the first stands for all. */
const alike = ["'’‘ʼʻ`′ʹ", '-‐‑‒–—―−', 'يىی', 'كک', '0٠۰', '1١۱', '2٢۲', '3٣۳', '4٤۴', '5٥۵', '6٦۶', '7٧۷', '8٨۸', '9٩۹']
const firstAlike = new Map(
  alike.flatMap((signs) =>
    Array.from(signs)
      .slice(1)
      .map((sign): [string, string] => [sign, signs.charAt(0)]),
  ),
)
const withoutAlike = new RegExp(`[${[...firstAlike.keys()].join('')}]`, 'g')

/**
 * Accents of Latin, Greek and Cyrillic, Hebrew points and Arabic harakat, which few people type, and what nobody sees. Other scripts'
 * marks are letters: without them, `राम` would be `रीमा`.
 */
const silent =
  // oxlint-disable-next-line no-misleading-character-class -- the marks themselves are meant
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]|[\u0640\ufffc]|\p{Cf}/gu

/**
 * Folds text for search and sorting: ignores case, accents and white space, and `ł` is `l`. Done here because the C
 * collation of both engines only folds ASCII. After a change refill the derived columns, as migration fold_marks did.
 */
export function foldText(text: string): string {
  return (
    text
      // Decomposed, it would be a space and an accent.
      .replace(/´/g, "'")
      .normalize('NFKD')
      .replace(silent, '')
      .replace(withoutAlike, (sign) => firstAlike.get(sign) ?? sign)
      .normalize('NFC')
      .toLowerCase()
      .replace(withoutPlain, (letter) => plainLetters.get(letter) ?? letter)
      .replace(/\s+/g, ' ')
      .trim()
  )
}
