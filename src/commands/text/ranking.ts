import { foldText } from '../../contract/fold.ts'
import { mistyped } from '../../contract/typos.ts'

/** How well a query matches a title, best first. Enter never runs a merely fuzzy match by default. */
export const matchClasses = ['exact', 'prefix', 'word-start', 'initials', 'keyword', 'fuzzy'] as const
export type MatchClass = (typeof matchClasses)[number]

/** A title prepared once for repeated matching. */
export interface Indexed<Item> {
  item: Item
  folded: string
  words: string[]
  initials: string
  keywords: string[]
  /** Whether it acts on the current record, which breaks ties. */
  isNear?: boolean | undefined
  /** Recency of use, which breaks ties: 0 is the latest, undefined is never. */
  used?: number | undefined
}

/** How a query matched an item. `distance` ranks fuzzy matches: fewer typos first. */
export interface Match {
  match: MatchClass
  distance: number
}

export interface Ranked<Item> extends Match {
  item: Item
  indexed: Indexed<Item>
}

/** Nobody types more to find a command, so longer pastes aren't compared. */
const maxQueryLength = 80

/** Distance of scattered letters: more than two typos in a word. */
export const scattered = 3

/** Folded letters, numbers and the signs of identifiers, with single spaces. */
export const fold = (text: string): string =>
  foldText(text.replace(/\s[–—]\s/g, ' '))
    .replace(/[^\p{L}\p{M}\p{N}@.+#-]+/gu, ' ')
    .trim()

/** Folded words as they are compared: 'e-mail' and 'email' are one, as are 'un-ban' and 'unban'. */
export const spelledOneWay = (folded: string) => folded.replace(/\be-(?=m|$)/g, 'e').replace(/\bun-(?=\p{L})/gu, 'un')

/** A folded query; null if empty or too long for a command. */
export function foldQuery(query: string): string | null {
  if (query.length > maxQueryLength) return null
  return fold(query) || null
}

/** Prepares an item for matching by title and keywords. */
export function indexItem<Item>(
  item: Item,
  title: string,
  keywords: string,
  priority: Pick<Indexed<Item>, 'isNear' | 'used'> = {},
): Indexed<Item> {
  const folded = spelledOneWay(fold(title))
  const words = folded.split(' ')
  const further = spelledOneWay(fold(keywords))
  return {
    item,
    folded,
    words,
    initials: words.map((word) => word.charAt(0)).join(''),
    keywords: further === '' ? [] : further.split(' '),
    ...priority,
  }
}

/** How a folded query matches, or null. Its cost is bounded, as queries are. */
export function matchOf(typed: string, indexed: Indexed<unknown>): Match | null {
  const query = spelledOneWay(typed)
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

/** Total typos if every part starts a word, mistyped or not; null if one doesn't. */
function typosOf(parts: readonly string[], { words, keywords }: Indexed<unknown>): number | null {
  let sum = 0
  for (const part of parts) {
    if (startsOne(words, part) || startsOne(keywords, part)) continue
    const min = Math.min(minTypos(part, words), minTypos(part, keywords))
    if (min === Number.MAX_SAFE_INTEGER) return null
    sum += min
  }
  return sum
}

function minTypos(part: string, words: readonly string[]): number {
  let min = Number.MAX_SAFE_INTEGER
  for (const word of words) min = Math.min(min, mistyped(part, word)?.typos ?? min)
  return min
}

/** Positions where the letters appear in order, starting at a word; null if they don't. */
export function subsequenceIn(letters: string, text: string): number[] | null {
  if (letters.length < 3) return null
  for (let start = 0; start >= 0; start = nextWord(text, start)) {
    if (text.charAt(start) !== letters.charAt(0)) continue
    const found: number[] = []
    // A match spread over the whole title wouldn't make sense to people.
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

/** All matches of a query, in the given order. */
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
 * Best first: by match class, then typos; then commands on the current record, then recently used ones, then the given
 * order. A tie-breaker never outranks a better match.
 */
export function inOrder<Item, Match extends Ranked<Item>>(found: readonly Match[]): Match[] {
  return found.toSorted(
    (a, b) =>
      matchClasses.indexOf(a.match) - matchClasses.indexOf(b.match) ||
      a.distance - b.distance ||
      Number(b.indexed.isNear ?? false) - Number(a.indexed.isNear ?? false) ||
      (a.indexed.used ?? never) - (b.indexed.used ?? never),
  )
}

const never = Number.MAX_SAFE_INTEGER

/** All matches of a query, best first. */
export function rank<Item>(query: string, items: readonly Indexed<Item>[]): Ranked<Item>[] {
  return inOrder(matchAll(query, items))
}
