/** Letters that Unicode does not decompose, as they are typed on a keyboard that lacks them. All in lower case. */
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ł: 'l', đ: 'd', ð: 'd', ø: 'o', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't', ĸ: 'k', ə: 'e', ǝ: 'e', ǥ: 'g', ƶ: 'z', ƀ: 'b', ɨ: 'i', ʉ: 'u' },
  ...{ ɓ: 'b', ɖ: 'd', ɗ: 'd', ɛ: 'e', ƒ: 'f', ɣ: 'g', ƙ: 'k', ɲ: 'n', ɔ: 'o', ʋ: 'v', ƴ: 'y' },
  // Lower case of Σ depends on what follows it.
  ς: 'σ',
}
const withoutPlain = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Text as searching and sorting compare it: letter case, accents and runs of white space do not count, and `ł` is `l`.
 * Done here and not in SQL because the C collation of both engines folds ASCII alone. Whoever changes this refills the columns
 * that hold its outcome, as the migration fold_letters did.
 */
export function foldText(text: string): string {
  const lower = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return lower
    .replace(withoutPlain, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** A literal for LIKE: `%`, `_` and `\` stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
