import type { Changes } from '../filter-definition.ts'
import { type NamedList, parsesOf } from './filter-parses.ts'
import { phraseAt, stemsOf, withoutLinks, wordsIn } from './typed-words.ts'

/** A text as a list's filters. */
export interface FilterReading<List> {
  list: List
  changes: Changes
  /** Exactly the typed words that filter nothing; connecting words aside. */
  ignored: readonly string[]
  /** None is ignored. */
  isWhole: boolean
  /** The text names the list, two of its filters, or one in several words, and all of it is understood. */
  isLikely: boolean
  /** Some of it is understood by a part of what a filter is called, or may mean another filter. */
  isDoubtful: boolean
}

const maxTextLength = 120
const maxWords = 12
const maxReadings = 3

/**
 * Reads a text as filters of lists, likeliest first. Without the name of a list, all of the text has to be understood.
 * Pure; lists are in the order of the menu.
 * @param today `YYYY-MM-DD`
 */
export function readFilters<List>(text: string, lists: readonly NamedList<List>[], today: string): FilterReading<List>[] {
  const words = withoutLinks(text).length > maxTextLength ? [] : wordsIn(text)
  if (words.length === 0 || words.length > maxWords) return []
  // 'payments' is a screen, not the audit trail's target.
  if (lists.some(({ names }) => names.some((name) => phraseAt(words, 0, stemsOf(name)) === words.length))) return []
  const found = lists.flatMap((each) => parsesOf(words, each, today).map((parse) => ({ list: each.list, ...parse })))
  const named = found.filter((each) => each.isNamed && !each.isBare)
  // 'overdue invoices in march' are payments by their invoice, of which the list of invoices knows only the month.
  const isOther = found.some(({ left, doubt, isTelling }) => left + doubt === 0 && isTelling)
  const isNamed = named.length > 0 && (!isOther || named.some(({ left }) => left === 0))
  const understood = found.filter((each) => (isNamed ? each.isNamed && !each.isBare : each.left + each.doubt === 0 && !each.isVague))
  // Only named, it is offered with what is not understood, if it is nothing else; 'new abuse reports' names one, too.
  const offered = [found.filter(({ isBare }) => isBare), found.filter(({ isTelling, left }) => isTelling && left === 1)]
  const matching = [understood, ...offered].find((each) => each.length > 0) ?? []
  const min = Math.min(...matching.map(({ left }) => left))
  return matching
    .filter(({ left }) => left === min)
    .toSorted((a, b) => a.doubt - b.doubt || b.filters - a.filters)
    .slice(0, maxReadings)
    .map(({ list, changes, ignored, filters, isTelling, isShared, doubt }) => ({
      list,
      changes,
      ignored: [...ignored.values()],
      isWhole: ignored.size === 0,
      isLikely: ignored.size === 0 && (isNamed || filters > 1 || isTelling),
      isDoubtful: doubt >= 1 || isShared,
    }))
}
