/**
 * Text as searching and sorting compare it: letter case, accents and runs of white space do not count.
 * Done here and not in SQL because the C collation of both engines folds ASCII alone.
 */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** A literal for LIKE: `%`, `_` and `\` stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
