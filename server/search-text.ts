/** Letters that Unicode does not decompose, and as they are typed on a keyboard that lacks them. Lower case of Σ depends on what follows. */
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
 * Text as searching and sorting compare it: letter case, accents and runs of white space do not count, and `ł` is `l`.
 * Done here and not in SQL because the C collation of both engines folds ASCII alone. Whoever changes this refills the columns
 * that hold its outcome, as the migration fold_letters did.
 */
export function foldText(text: string): string {
  const lower = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return lower
    .replace(withoutPlain, (letter) => plainLetters.get(letter) ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** A literal for LIKE: `%`, `_` and `\` stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
