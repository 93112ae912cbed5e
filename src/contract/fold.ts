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

/**
 * Folds text for search and sorting: ignores case, accents and white space, and `ł` is `l`. Done here because the C
 * collation of both engines only folds ASCII. After a change refill the derived columns, as migration fold_letters did.
 */
export function foldText(text: string): string {
  const lower = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return lower
    .replace(withoutPlain, (letter) => plainLetters.get(letter) ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}
