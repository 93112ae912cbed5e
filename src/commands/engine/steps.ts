import type { z } from 'zod'
import type { Feature } from '../../contract/features.ts'
import type { CommandContext } from './context.ts'
import type { Targets, TargetType } from './targets.ts'

/** One option. `refusal` says why it can't be chosen. */
export interface Choice {
  value: string
  label: string
  /** Further words that name it when typed behind a command. */
  keywords?: readonly string[]
  /** Tells apart options with the same label. */
  detail?: string
  refusal?: string | null
  /** Words that name it in some states of the record only, each with why it can't be called so now: 'Not blocked.' */
  refusedWords?: Readonly<Record<string, string>>
  /** For record look-ups: the term identifies exactly this one. */
  isExact?: boolean
}

/** The result of reading typed text: a value, with display text if it differs ('7 days'), or why it is invalid. */
export type Read<Value> = { value: Value; refusal: null; words?: string } | { value: null; refusal: string }

/** One value a command asks for before it runs, in the palette or a dialog; kept as text. */
export interface ArgumentStep<Record, Value> {
  title: string
  kind: 'number' | 'amount' | 'text' | 'choice' | 'record'
  /** What may be entered: '1 to 365 days'. */
  hint?: (record: Record) => string
  /** The initial text; empty if absent. */
  initial?: (record: Record) => string
  /** For what is typed: values that one press fills in. */
  suggested?: readonly Pick<Choice, 'value' | 'label'>[]
  /** For 'choice': options known up front. */
  options?: (record: Record) => Choice[]
  /** For 'choice': options that must be loaded. */
  choices?: (context: CommandContext, record: Record) => Promise<Choice[]>
  /** For 'record': search by term. The chosen `value` holds everything `picked` needs. */
  find?: (context: CommandContext, record: Record, term: string, signal: AbortSignal) => Promise<Choice[]>
  /** For 'record': the chosen option of a value; null if none is chosen. */
  picked?: (typed: string) => Choice | null
  /** For 'record': shown if a search finds nothing or fails. */
  notFound?: string
  /** For 'record': the id by which `find` finds it again; links carry only this. */
  pickedId?: (typed: string) => number | null
  /** The answer implied if a later step, by name, has one: an amount means a part. */
  impliedBy?: Readonly<{ [step: string]: string }>
  /** For 'text': one word that stands by itself, such as a uri; other text has to be marked where it is typed with its command. */
  isOneWord?: true
  /** Can't be confirmed while it still has its initial value. */
  needsChange?: true
  /** Skipped if the admin API lacks this. */
  feature?: Feature
  /** Whether it is asked, given the earlier answers; absent: always. */
  isWanted?: (before: Arguments) => boolean
  read: (typed: string, record: Record) => Read<Value>
  /** Reads it before the record is known; absent: can't be. */
  readAhead?: (typed: string) => Read<unknown>
}
/** Values by step name. */
export type Arguments = Record<string, unknown>

/** A step as surfaces see it, with its record type erased. */
export interface Step extends ArgumentStep<Targets[TargetType], unknown> {
  name: string
}

export function readBy<Value>(
  schema: z.ZodType<Value>,
  from: (typed: string) => unknown = (typed) => typed,
): (typed: string) => Read<Value> {
  return (typed) => {
    const parsed = schema.safeParse(from(typed))
    return parsed.success
      ? { value: parsed.data, refusal: null }
      : { value: null, refusal: parsed.error.issues[0]?.message ?? 'This can’t be read.' }
  }
}

/** Parses a whole number; the schema refuses anything else. */
export const wholeNumber = (typed: string): unknown => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed.trim()) : undefined)
