import { mistyped } from './typos.ts'

/** How well a query matches a title, best first. Only a fuzzy match is never what Enter does unasked. */
export const matchClasses = ['exact', 'prefix', 'word-start', 'initials', 'keyword', 'fuzzy'] as const
export type MatchClass = (typeof matchClasses)[number]

/** A title made ready for matching once, however often it is matched. */
export interface Indexed<Item> extends Priority {
  item: Item
  folded: string
  words: string[]
  initials: string
  keywords: string[]
}

/** What comes first where a query says no more. */
interface Priority {
  /** Whether it acts on the record at hand. */
  isNear: boolean
  /** How recently it was used: 0 the latest; undefined never. */
  used: number | undefined
}

/** How a query matched an item. `distance` tells fuzzy matches apart: the fewer mistyped letters the nearer. */
export interface Match {
  match: MatchClass
  distance: number
}

export interface Ranked<Item> extends Match {
  item: Item
  indexed: Indexed<Item>
}

/** No one types more than this to find a command: a long paste is not compared at all. */
const longestQuery = 80

/** As far as letters that merely stand in this order: farther than two mistyped ones in one word. */
const scattered = 3

/** Lower case, without accents, one space between words. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@.+#-]+/gu, ' ')
    .trim()
}

/** A query as it is compared; null where it is nothing, or too long to mean a command. */
export function foldQuery(query: string): string | null {
  if (query.length > longestQuery) return null
  return fold(query) || null
}

/** Makes an item ready for matching by its title and further words. */
export function indexItem<Item>(item: Item, title: string, keywords: string, priority: Partial<Priority> = {}): Indexed<Item> {
  const folded = fold(title)
  const words = folded.split(' ')
  const further = fold(keywords)
  return {
    item,
    folded,
    words,
    initials: words.map((word) => word.charAt(0)).join(''),
    keywords: further === '' ? [] : further.split(' '),
    isNear: priority.isNear ?? false,
    used: priority.used,
  }
}

/** How a folded query matches, or null. Its cost is bounded by the longest query, whatever is typed. */
export function matchOf(query: string, indexed: Indexed<unknown>): Match | null {
  const { folded, words, initials, keywords } = indexed
  if (folded === query) return plain('exact')
  if (folded.startsWith(query)) return plain('prefix')
  const parts = query.split(' ')
  if (parts.every((part) => startsOne(words, part))) return plain('word-start')
  if (query.length > 1 && initials.startsWith(query)) return plain('initials')
  if (parts.every((part) => startsOne(words, part) || startsOne(keywords, part))) return plain('keyword')
  const distance = typosOf(parts, indexed) ?? (subsequenceIn(query.replaceAll(' ', ''), folded) ? scattered : null)
  return distance === null ? null : { match: 'fuzzy', distance }
}

const plain = (match: MatchClass): Match => ({ match, distance: 0 })

function startsOne(words: readonly string[], part: string): boolean {
  for (const word of words) if (word.startsWith(part)) return true
  return false
}

/** How many letters are mistyped where every part begins a word of it, mistyped or not; null where one begins none. */
function typosOf(parts: readonly string[], { words, keywords }: Indexed<unknown>): number | null {
  let sum = 0
  for (const part of parts) {
    if (startsOne(words, part) || startsOne(keywords, part)) continue
    const least = Math.min(leastTypos(part, words), leastTypos(part, keywords))
    if (least === Number.MAX_SAFE_INTEGER) return null
    sum += least
  }
  return sum
}

function leastTypos(part: string, words: readonly string[]): number {
  let least = Number.MAX_SAFE_INTEGER
  for (const word of words) least = Math.min(least, mistyped(part, word)?.typos ?? least)
  return least
}

/** Where the letters stand in the text in this order, beginning at the start of a word; null where they do not. */
export function subsequenceIn(letters: string, text: string): number[] | null {
  if (letters.length < 3) return null
  for (let start = 0; start >= 0; start = nextWord(text, start)) {
    if (text.charAt(start) !== letters.charAt(0)) continue
    const found: number[] = []
    // A match spread over the whole title means nothing to the person who typed it.
    const end = Math.min(text.length, start + letters.length * 2 + 2)
    for (let at = start; at < end && found.length < letters.length; at++)
      if (text.charAt(at) === letters.charAt(found.length)) found.push(at)
    if (found.length === letters.length) return found
  }
  return null
}

function nextWord(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space < 0 ? -1 : space + 1
}

/** All that a query matches, in the order given. */
export function matchAll<Item>(query: string, items: readonly Indexed<Item>[]): Ranked<Item>[] {
  const folded = foldQuery(query)
  const found: Ranked<Item>[] = []
  if (folded === null) return found
  for (const indexed of items) {
    const match = matchOf(folded, indexed)
    if (match) found.push({ ...match, item: indexed.item, indexed })
  }
  return found
}

/**
 * Best first: by the class of the match, and of mistyped ones the nearest; within that the commands of the record at hand before the rest,
 * among each of them what was used lately, then the order given. So what one did last never stands before what the record at hand offers
 * for the same words, and neither ever stands before a better match.
 */
export function inOrder<Item, Match extends Ranked<Item>>(found: readonly Match[]): Match[] {
  return found.toSorted(
    (a, b) =>
      matchClasses.indexOf(a.match) - matchClasses.indexOf(b.match) ||
      a.distance - b.distance ||
      Number(b.indexed.isNear) - Number(a.indexed.isNear) ||
      (a.indexed.used ?? never) - (b.indexed.used ?? never),
  )
}

const never = Number.MAX_SAFE_INTEGER

/** What a query matches, best first. */
export function rank<Item>(query: string, items: readonly Indexed<Item>[]): Ranked<Item>[] {
  return inOrder(matchAll(query, items))
}
