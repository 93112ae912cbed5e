import { type Days, readDays } from '../../../commands/text/day-words.ts'
import { earliestDay, endOfDay, startOfDay } from '../../../contract/dates.ts'
import { mistyped } from '../../../contract/typos.ts'
import type { Changes, DateWords, FilterWords } from '../filter-definition.ts'
import { takenBy } from './filter-takes.ts'
import type { Dated, Taken } from './taken-words.ts'
import { connecting, once, phraseAt, stemsOf, type Word } from './typed-words.ts'

/** A list with the names it goes by. */
export interface NamedList<List> {
  list: List
  names: readonly string[]
  words: readonly FilterWords[]
  /** Its screen is open. */
  isHere?: boolean
}

/** A way to read all words by one list's filters. */
export interface Parse {
  changes: Changes
  /** Typed words that filter nothing, by their place. */
  ignored: ReadonlyMap<number, string>
  /** How much is left out. */
  left: number
  /** Adds up over its parts. */
  doubt: number
  /** Whether no word says what the days are of. */
  isGuessed: boolean
  filters: number
  isNamed: boolean
  /** It only names the list. */
  isBare: boolean
  /** It doesn't tell what it is of: only dates. */
  isVague: boolean
  isTelling: boolean
  /** Some of it may mean another filter as well. */
  isShared: boolean
}

/** A parse whose days aren't assigned to a filter yet. */
interface OpenParse extends Parse, Dated {
  parts: number
}

/** How many readings are kept for the words from one place on. */
const maxWays = 16
const maxOfList = 2

const empty: OpenParse = {
  changes: {},
  ignored: new Map(),
  left: 0,
  doubt: 0,
  isGuessed: false,
  filters: 0,
  isNamed: false,
  isBare: false,
  isVague: true,
  isTelling: false,
  isShared: false,
  parts: 0,
}

/** The ways to read the words by one list's filters that leave the fewest words out, and doubt the least. */
export function parsesOf<List>(words: readonly Word[], { names, words: filters }: NamedList<List>, today: string): Parse[] {
  const nameAt = (at: number) => Math.max(0, ...names.map((name) => phraseAt(words, at, stemsOf(name))))
  // Without its name, a list needs its filters' own words.
  const mayDoubt = words.some((word, at) => nameAt(at) > 0 || isNearly(word, names))
  const dates = filters.filter((filter) => filter.kind === 'dates')
  // From the last word on: how the rest can be read from each place.
  const from: OpenParse[][] = [...words.map(() => []), [empty]]
  for (let at = words.length - 1; at >= 0; at--) {
    const isUnwanted = isBehindNot(words, at)
    const named = isUnwanted ? 0 : nameAt(at)
    const takes = isUnwanted ? [] : filters.flatMap((filter) => takenBy(filter, { words, at, today, mayDoubt }))
    from[at] = cheapest([
      ...(named > 0 ? restOf(from, at + named).map((parse) => ({ ...parse, isNamed: true })) : []),
      ...(named === 0 && isNearly(words[at], names)
        ? restOf(from, at + 1).map((parse) => ({ ...parse, isNamed: true, doubt: parse.doubt + 2 }))
        : []),
      ...(connecting.has(words[at]?.text ?? '') && !isSecondCountry(words, at) ? restOf(from, at + 1) : []),
      ...withoutTwins(takes).flatMap((taken) => restOf(from, at + taken.count).flatMap((parse) => joined(taken, parse) ?? [])),
      ...skipping(from, words, at),
    ])
  }
  const done = restOf(from, 0).flatMap((parse) => {
    const dated = withDays(parse, dates, today)
    return dated && (dated.filters > 0 || dated.isNamed)
      ? [{ ...dated, isBare: dated.filters === 0 && dated.ignored.size > 0 && !namesDays(dated, today) }]
      : []
  })
  const min = Math.min(...done.map(costOf))
  return unlike(
    done.filter((parse) => costOf(parse) === min).toSorted((a, b) => a.filters - b.filters),
    ({ changes }) => keyOf(changes),
  ).slice(0, maxOfList)
}

const minNameLength = 6

/** Whether a word is a list's name with a typo: 'cusotmers', but not 'charged', which is no plural. */
const isNearly = (word: Word | undefined, names: readonly string[]) =>
  word?.text.endsWith('s') === true &&
  word.text.length >= minNameLength &&
  names.some((name) => name.length >= minNameLength && mistyped(word.text, name.toLowerCase())?.length === name.length)

/** Whether just that is not wanted: 'customers not from spain'. A filter that is called so, 'not refundable', begins with the word. */
function isBehindNot(words: readonly Word[], at: number): boolean {
  const before = words.slice(0, at).findLast(({ text }) => !connecting.has(text))
  return /^(not|without|except|excluding|isn|aren|don|doesn|t|never)$/.test(before?.text ?? '')
}

/** The 'AT' of 'from DE or AT' or of 'DE, AT', of which a list takes one. */
const isSecondCountry = (words: readonly Word[], at: number) =>
  /^[A-Z]{2}$/.test(words[at]?.raw ?? '') && /^(or|and|[A-Z]{2})$/.test(words[at - 1]?.raw ?? '')

const restOf = (from: readonly OpenParse[][], at: number) => from[at] ?? []

/** Leaves out a typed word, whole. */
function skipping(from: readonly OpenParse[][], words: readonly Word[], at: number): OpenParse[] {
  const word = words[at]
  if (!word?.isFirst) return []
  const length = words.slice(at).filter(({ group }) => group === word.group).length
  return restOf(from, at + length).map((parse) => leavingOut(parse, [word], 1))
}

const leavingOut = (parse: OpenParse, words: readonly Word[], left: number): OpenParse => ({
  ...parse,
  ignored: new Map([...words.map(({ group, raw }) => [group, raw] as const), ...parse.ignored].toSorted(([a], [b]) => a - b)),
  left: parse.left + left,
})

/** Days that a list can't be filtered by, or that don't exist, are not understood; another list is not meant instead. */
function namesDays({ ignored }: Parse, today: string): boolean {
  const words = [...ignored.values()].map((word) => word.toLowerCase())
  return words.some((word, at) => /^\d+([-./]\d+){1,2}$/.test(word) || readDays(words.slice(at), today) !== null)
}

/** Two filters of a list may have a value of the same name: the first one is meant, unless the label says otherwise. */
function withoutTwins(takes: readonly Taken[]): Taken[] {
  const seen = new Map<number, string>()
  return takes.filter(({ plainOf, count }) => {
    if (plainOf === undefined) return true
    const first = seen.get(count) ?? plainOf
    seen.set(count, first)
    return first === plainOf
  })
}

/** The rest with some words before it; null if they contradict. */
function joined(taken: Taken, rest: OpenParse): OpenParse | null {
  if ((taken.days && rest.days) || (taken.moment && rest.moment)) return null
  const names = Object.keys(taken.changes)
  if (names.some((name) => name in rest.changes && rest.changes[name] !== taken.changes[name])) return null
  const isNew = names.some((name) => !(name in rest.changes))
  return {
    ...rest,
    changes: { ...rest.changes, ...taken.changes },
    days: taken.days ?? rest.days,
    moment: taken.moment ?? rest.moment,
    // Days belong to the first filter.
    datedBy: taken.datedBy === undefined ? rest.datedBy : taken.datedBy,
    doubt: rest.doubt + taken.doubt,
    filters: rest.filters + Number(isNew),
    isVague: rest.isVague && taken.isVague,
    isTelling: rest.isTelling || taken.isTelling,
    isShared: rest.isShared || taken.isShared === true,
    parts: rest.parts + 1,
  }
}

/** If days don't apply to a choice, the days are left out, not the choice. */
const undatable = 0.5

/** Assigns the days to their filter; null if there is none, or a moment has no days. */
function withDays({ days, moment, datedBy, ...parse }: OpenParse, dates: readonly DateWords[], today: string): OpenParse | null {
  if (!days && !moment) return parse
  if (!days) {
    if (!moment?.isAlone) return null
    const all = filledBy(parse, moment.params, { first: earliestDay, last: today })
    return { ...all, isTelling: true, isShared: all.isShared || moment.isShared === true }
  }
  const filter = dates.find(({ params: [name], isUsual }) => (datedBy === undefined ? isUsual : name === datedBy))
  const params = moment?.params ?? (datedBy === null ? undefined : filter?.params)
  const range = moment?.isAhead ? days.ahead : days.past
  if (!moment && datedBy === null) return leavingOut({ ...parse, parts: parse.parts - 1 }, days.words, undatable)
  if (!params || !range) return null
  const dated = filledBy(parse, params, range)
  // A word of what happened counts like a filter.
  if (moment && !moment.isVague) return { ...dated, filters: dated.filters + 1 }
  if (moment) return dated
  return { ...dated, isGuessed: datedBy === undefined }
}

const filledBy = (parse: OpenParse, [from, to]: DateWords['params'], { first, last }: Days): OpenParse => ({
  ...parse,
  filters: parse.filters + 1,
  changes: { ...parse.changes, [from]: firstSecond(first), [to]: lastSecond(last) },
})

// Each list needs the same days.
const firstSecond = once((day) => String(startOfDay(day)))
const lastSecond = once((day) => String(endOfDay(day)))

/** A part of several words is likelier than several parts. */
const costOf = ({ left, doubt, isGuessed, isNamed, parts }: OpenParse) =>
  left * 1000 + doubt * 40 + Number(isGuessed) * 20 + Number(!isNamed) * 20 + parts

const cheapest = (parses: readonly OpenParse[]) =>
  unlike(
    parses.toSorted((a, b) => costOf(a) - costOf(b)),
    ({ changes, days, moment, datedBy, ignored }) =>
      [keyOf(changes), days?.words[0]?.group, days?.words.length, moment?.phrase, moment?.params[0], datedBy, ...ignored.keys()].join(),
  ).slice(0, maxWays)

const keyOf = (changes: Changes) =>
  Object.entries(changes)
    .map((entry) => entry.join('='))
    .toSorted()
    .join('&')

/** Without repetitions. */
function unlike<Value>(values: readonly Value[], by: (value: Value) => string): Value[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const key = by(value)
    return !seen.has(key) && seen.add(key)
  })
}
