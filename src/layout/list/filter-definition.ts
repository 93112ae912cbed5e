import type { ComponentType } from 'react'
import type { Feature } from '../../contract/features.ts'
import type { ListSearch } from './list-search.ts'

/**
 * Changes URL parameters (undefined removes one) and returns to page 1.
 * `replace` replaces the history entry. Resolves once the URL has changed.
 */
export type ChangeFilters = (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => Promise<void>

/** A filter: its control and its chip. One without a control is set by links only. */
export interface ListFilter {
  id: string
  /** Parameters removed with the chip. */
  params: readonly string[]
  Control?: ComponentType<{ search: ListSearch; change: ChangeFilters }>
  /** The words that set it, for the palette; null if words can't. */
  words: FilterWords | null
  /** The chip's text; null while inactive. The search box has no chip, since it shows its own text. */
  chip: (search: ListSearch) => string | null
  /** Placed before all other filters; stays visible on phones. */
  isSearch?: true
  /** It only orders the list. */
  isOrder?: true
  /** Narrows the list even if the URL has none of its parameters. */
  isAlwaysInUse?: true
  /** Left out if the admin API lacks this feature. */
  feature?: Feature
}

export interface Choice {
  value: string
  label: string
  /** What else people call it. */
  words?: readonly string[] | undefined
  /** The start of the range that days in a text are by: of refunded payments, `refundedFrom`. Null if by none. */
  datedBy?: string | null | undefined
  /** Left out if the admin API lacks this feature. */
  feature?: Feature
  /** Without the filter's label, its word may mean something else as well. */
  isShared?: boolean
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
