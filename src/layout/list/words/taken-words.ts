import { type Days, type NamedDays, readDays } from '../../../commands/text/day-words.ts'
import type { Changes, DateWords, MomentWords } from '../filter-definition.ts'
import type { Word } from './typed-words.ts'

/** What is known of the days before a filter has them. */
export interface Dated {
  days?: { past: Days | null; ahead: Days | null; words: readonly Word[] } | undefined
  moment?: (MomentWords & Pick<DateWords, 'params'>) | undefined
  /** The start of the range that days are by; null if they can't be said of it. */
  datedBy?: string | null | undefined
}

/** Some of the words, as a filter understands them. */
export interface Taken extends Dated {
  count: number
  changes: Changes
  /** 0 for the filter's own words, 1 for a part of them, 2 with a typo. */
  doubt: number
  /** Only dates, or a word that any list may have. */
  isVague: boolean
  /** Several words that hardly mean anything else. */
  isTelling: boolean
  /** It may mean another filter as well. */
  isShared?: true
  /** The filter, if only the name of one of its values was typed. */
  plainOf?: string
}

/** A place in a text. */
export interface Place {
  words: readonly Word[]
  at: number
  today: string
  /** Whether parts of phrases and typos count. */
  mayDoubt: boolean
}

export const taking = (count: number, changes: Changes): Taken => ({ count, changes, doubt: 0, isVague: false, isTelling: false })

/** The words from a place on. */
export const textsAt = ({ words, at }: Place) => words.slice(at).map(({ text }) => text)

interface DaysOfPlace {
  past: NamedDays | null
  ahead: NamedDays | null
}

/** Of each text while it is read, as all lists ask for the same days. */
const known = new WeakMap<Place['words'], Map<number, DaysOfPlace>>()

/** Days of the past and to come, as the same words may name either. */
export function daysFrom(place: Pick<Place, 'words' | 'at' | 'today'>): DaysOfPlace {
  const { words, at, today } = place
  const ofText = known.get(words) ?? new Map<number, DaysOfPlace>()
  known.set(words, ofText)
  const texts = words.slice(at).map(({ text }) => text)
  const days = ofText.get(at) ?? { past: readDays(texts, today), ahead: readDays(texts, today, true) }
  ofText.set(at, days)
  return days
}
