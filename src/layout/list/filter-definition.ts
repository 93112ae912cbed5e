import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Feature } from '../../contract/features.ts'
import type { Preset, PresetChoice } from '../kit/date-range/presets.ts'
import type { DateRange } from '../kit/date-range/range.ts'
import type { LazyComponent } from '../kit/lazy-component.ts'
import type { ListSearch } from './list-search.ts'

/** Changes to URL parameters; undefined removes one. */
export type FilterChanges = Readonly<Record<string, string | undefined>>

/**
 * Changes URL parameters and returns to page 1.
 * `replace` replaces the history entry. Resolves once the URL has changed.
 */
export type ChangeFilters = (changes: FilterChanges, options?: { replace?: boolean }) => Promise<void>

export interface FilterProps {
  search: ListSearch
  change: ChangeFilters
}

/** A filter of a list, shown as a pill. One without a control is set by links only. */
export interface ListFilter {
  id: string
  /** Parameters removed with the filter. */
  params: readonly string[]
  /** What a press on its pill offers. */
  control?: FilterControl
  /** Its pill shows only while it is set; until then it is found behind 'More'. */
  isRare?: true
  /** The search box, in place of a pill. It comes first and stays visible on phones. */
  Box?: ComponentType<FilterProps>
  /** How the box searches: beside it, on phones in the sheet of filters. */
  Mode?: ComponentType<FilterProps>
  /** The words that set it, for the palette; null if words can't. */
  words: FilterWords | null
  /** What it is set to: 'Status: trialing'. Null while it isn't, and for a search box, which shows its own text. */
  chip: (search: ListSearch) => string | null
  /** The pill's text where it isn't the chip: what narrows the list though the URL doesn't say so. */
  pill?: (search: ListSearch) => string | null
  /** What takes it off; by default its parameters are removed. */
  removal?: FilterChanges
  /** What takes off what it narrows by itself, where words filter the list by something else, or ask for so many rows of all. */
  widened?: (changes: Changes, isOfAll: boolean) => Changes
  /** It only orders the list. */
  isOrder?: true
  /** Narrows the list even if the URL has none of its parameters. */
  isAlwaysInUse?: true
  /** Left out if the admin API lacks this feature. */
  feature?: Feature
}

/** Values that load when they are needed. */
export interface LoadedChoices {
  query: () => UseQueryOptions<string[], Error, string[], string[]>
  choiceOf: (loaded: string) => Choice
}

export interface ChoiceControl {
  kind: 'choices'
  label: string
  /** The entry for no filter; absent if one always applies. */
  all?: string
  choices: readonly Choice[] | LoadedChoices
  /** The chosen value, with its words if it is none of the choices; null for none. */
  chosen: (search: ListSearch) => Choice | null
  /** By a value; undefined for no filter. */
  changes: (value: string | undefined) => FilterChanges
  /** Why there is nothing to choose now, or null. */
  whyNot?: (search: ListSearch) => string | null
}

export interface TypedControl {
  kind: 'typed'
  label: string
  /** Names the draft; unique on the page. */
  name: string
  /** The most characters that can be typed. */
  maxLength: number
  /** Examples. */
  hint?: string | undefined
  isNumber?: boolean
  /** The URL's text. */
  value: (search: ListSearch) => string
  /** By a text; the empty one removes the filter. */
  changes: (text: string) => FilterChanges
  /** How the URL has a typed text; itself by default. */
  normal?: (text: string) => string
  /** What is wrong with a text, or null. */
  whyNot: (text: string) => string | null
  /** An invalid text is written to the URL anyway; the list ignores it there. */
  keepsWrong?: true | undefined
}

/** A field for a range of numbers. */
export interface MeasureControl {
  kind: 'measure'
  label: string
  spec: MeasureWords
}

export interface DatesControl {
  kind: 'dates'
  label: string
  range: (search: ListSearch) => DateRange | null
  changes: (range: DateRange | null) => FilterChanges
  presets: {
    choices: readonly PresetChoice[]
    chosen: (search: ListSearch) => Preset | null
    changes: (id: Preset) => FilterChanges
    /** The name for having no range ('All time'), if that can be chosen. */
    none?: string
  }
  /** The last day that can be chosen, `YYYY-MM-DD`; today unless it says otherwise. */
  latestDay?: (() => string) | undefined
}

export interface FormProps {
  search: ListSearch
  onApply: (changes: FilterChanges) => void
}

/** What a press on a filter's pill offers; a switch has nothing to offer and is set at once. */
export type FilterControl =
  | { kind: 'switch'; label: string; changes: FilterChanges }
  | ChoiceControl
  | TypedControl
  | MeasureControl
  | DatesControl
  | { kind: 'form'; label: string; form: LazyComponent<FormProps> }

export interface Choice {
  value: string
  label: string
  words?: readonly string[] | undefined
  /** The start of the range that days in a text are by: of refunded payments, `refundedFrom`. Null if by none. */
  datedBy?: string | null | undefined
  /** Left out if the admin API lacks this feature. */
  feature?: Feature
  /** Without the filter's label, its word may mean something else as well. */
  isShared?: boolean
  /** Its word says nothing of the list, unless that is named: 'email'. */
  isVague?: boolean
}

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

/** A number that every row has: 'over 1000 scans', 'never scanned'. */
export interface MeasureWords {
  params: readonly [from: string, to: string]
  /** In minor units of the account currency; otherwise it is counted. */
  isMoney: boolean
  /** What it is called, behind the number. */
  nouns: readonly string[]
  /** What may stand before the number in their place: 'spent more than 500'. */
  leads: readonly string[]
  /** Phrases for 0. */
  none: readonly string[]
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
  /** A word beside the list's name, 'blocked domains evil.example', or what is behind a lead: 'notes about vat'. */
  | { kind: 'search'; param: string; leads: readonly string[] }
  | { kind: 'measure'; spec: MeasureWords }
  | { kind: 'country' | 'card' | 'month' | 'amount' }

export type Changes = Readonly<Record<string, string>>
