import { parsesOf } from './filter-parses.ts'
import type { Choice } from './filters.tsx'
import { phraseAt, stemsOf, withoutLinks, wordsIn } from './typed-words.ts'

/** Words of a date filter beside the days themselves: 'churned', 'trials ending'. */
export interface MomentWords {
  phrase: string
  /** The days are to come: 'trials ending this week'. */
  isAhead?: true
  /** Without days it means all until today. */
  isAlone?: true
  /** Without days, something else is called so as well. */
  isShared?: true
  /** It doesn't tell what it is of: 'created'. */
  isVague?: true
}

/** What a choice filter understands. */
export interface ChoiceWords {
  param: string
  label: string
  choices: readonly Choice[]
  /** What may stand before a choice, beside the label: 'pays by'. */
  leads?: readonly string[]
  /** A choice means nothing without the label or a lead. */
  needsLabel?: true
}

export interface DateWords {
  kind: 'dates'
  params: readonly [from: string, to: string]
  /** Days without a word of what happened are by this filter. */
  isUsual: boolean
  moments: readonly MomentWords[]
}

/**
 * What a filter understands of typed words. It is part of each filter's definition, so that 'unpaid customers in spain'
 * needs nothing but the list itself.
 */
export type FilterWords =
  | { kind: 'choice'; spec: ChoiceWords }
  | { kind: 'switch'; param: string; label: string }
  /** Phrases that set the same parameters: an order of the list. */
  | { kind: 'phrases'; phrases: readonly string[]; changes: Changes }
  /** A record's id behind a word: 'of 4711', 'owner 4711'. */
  | { kind: 'id'; param: string; label: string }
  | { kind: 'number'; param: string; label: string; isNumber: (text: string) => boolean }
  /** Any name beside the label or behind a lead: 'on pro', 'pro plan'. */
  | { kind: 'name'; param: string; label: string; leads: readonly string[] }
  /** A web address, or where something leads behind a lead: 'to cafesol.example'. Alone it means its host. */
  | { kind: 'target'; param: string; changes: Changes; leads: readonly string[] }
  | DateWords
  | { kind: 'country' | 'card' | 'month' | 'amount' }

/** Changes to a list's URL. */
export type Changes = Readonly<Record<string, string>>

/** A list that may be meant, with the names it goes by. */
export interface NamedList<List> {
  list: List
  names: readonly string[]
  words: readonly FilterWords[]
}

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
  // Only named, it is offered with what is not understood, if it is nothing else.
  const matching = understood.length > 0 ? understood : found.filter(({ isBare }) => isBare)
  const least = Math.min(...matching.map(({ left }) => left))
  return matching
    .filter(({ left }) => left === least)
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
