/** How well a query matches a title, best first. Only a fuzzy match is never what Enter does unasked. */
export const matchClasses = ['exact', 'prefix', 'word-start', 'initials', 'keyword', 'fuzzy'] as const
export type MatchClass = (typeof matchClasses)[number]

/** A title made ready for matching once, however often it is matched. */
export interface Indexed<Item> {
  item: Item
  folded: string
  words: string[]
  initials: string
  keywords: string[]
}

export interface Ranked<Item> {
  item: Item
  match: MatchClass
}

/** No one types more than this to find a command: a long paste is not compared at all. */
const longestQuery = 80

/** Lower case, without accents, one space between words. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@.+#-]+/gu, ' ')
    .trim()
}

/** Makes an item ready for matching by its title and further words. */
export function indexItem<Item>(item: Item, title: string, keywords: string): Indexed<Item> {
  const folded = fold(title)
  const words = folded.split(' ')
  return { item, folded, words, initials: words.map((word) => word.charAt(0)).join(''), keywords: fold(keywords).split(' ') }
}

/** How a folded query matches, or null. Linear in the title's length. */
export function matchOf(query: string, indexed: Indexed<unknown>): MatchClass | null {
  const { folded, words, initials, keywords } = indexed
  if (folded === query) return 'exact'
  if (folded.startsWith(query)) return 'prefix'
  const parts = query.split(' ')
  const starts = (part: string) => (word: string) => word.startsWith(part)
  if (parts.every((part) => words.some(starts(part)))) return 'word-start'
  if (query.length > 1 && initials.startsWith(query)) return 'initials'
  if (parts.every((part) => words.some(starts(part)) || keywords.some(starts(part)))) return 'keyword'
  return isSubsequence(query.replaceAll(' ', ''), folded) ? 'fuzzy' : null
}

/** Whether the letters stand in the text in this order, beginning at the start of a word. */
function isSubsequence(letters: string, text: string): boolean {
  if (letters.length < 3) return false
  for (let start = 0; start >= 0; start = nextWord(text, start)) {
    let found = 0
    // A match spread over the whole title means nothing to the person who typed it.
    const end = Math.min(text.length, start + letters.length * 3)
    for (let at = start; at < end && found < letters.length; at++) {
      if (text.charAt(at) === letters.charAt(found)) found++
      else if (at === start) break
    }
    if (found === letters.length) return true
  }
  return false
}

function nextWord(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space < 0 ? -1 : space + 1
}

/**
 * What matches, best first; within a class what was used recently, then the order given.
 * @param recency how recently an item was used: 0 the latest; undefined never
 */
export function rank<Item>(query: string, items: readonly Indexed<Item>[], recency: (item: Item) => number | undefined): Ranked<Item>[] {
  const folded = fold(query.slice(0, longestQuery + 1))
  if (folded === '' || query.length > longestQuery) return []
  return items
    .map((indexed, order) => ({
      item: indexed.item,
      match: matchOf(folded, indexed),
      order,
      used: recency(indexed.item) ?? Number.MAX_SAFE_INTEGER,
    }))
    .filter((ranked): ranked is typeof ranked & { match: MatchClass } => ranked.match !== null)
    .sort((a, b) => matchClasses.indexOf(a.match) - matchClasses.indexOf(b.match) || a.used - b.used || a.order - b.order)
    .map(({ item, match }) => ({ item, match }))
}
