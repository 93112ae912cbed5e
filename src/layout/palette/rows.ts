import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { TypedArguments, Typing } from '../../commands/text/arguments.ts'
import type { VerbReading } from '../../commands/text/verb-reading.ts'
import type { RecentRecord } from '../commands/recent.ts'
import type { AllRow, BaseRow, RecordRow } from '../records/finders/found-rows.ts'

/** A record found for a verb, and the reading of that verb. */
export interface FoundFor {
  record: RecentRecord
  reading: VerbReading
  why: string
}

/** A command on the record on screen, or on one that was found for it. */
export interface CommandRow extends BaseRow {
  kind: 'command'
  resolved: ResolvedCommand
  /** The typed text, to mark in its title; absent if none. */
  query?: string
  /** The arguments typed with it. */
  args?: TypedArguments
  /** What was typed for its delegate, whose record is yet to be loaded. */
  typing?: Typing
  /** Until its facts are known, the command has no target. */
  found?: FoundFor
}

/** A verb whose record is chosen next. */
export interface VerbRow extends BaseRow {
  kind: 'verb'
  reading: VerbReading
}

/** A row that can be chosen. */
export type Row =
  | RecordRow
  | CommandRow
  | AllRow
  | VerbRow
  | SeveralRow
  | NamedRow
  | { kind: 'retry'; value: string; message: string; retry: () => void }

/** An action on several pasted records. */
export interface SeveralRow extends BaseRow {
  kind: 'several'
  title: string
  /** Why it is blocked, or null. */
  whyNot: string | null
  /** The records are still being looked up; Enter waits. */
  isWaiting: boolean
  does: { verb: 'walk'; title: string; hrefs: readonly string[] } | { verb: 'act'; on: Target<'qrs' | 'customers'>; typing: string }
}

/** A pasted identifier without a record (yet). */
export interface NamedRow extends BaseRow {
  kind: 'named'
  text: string
  why: 'searching…' | 'not found' | 'not found, or several of this name' | 'not recognised'
}

/** Rows under a heading; `note` beside it: 'searching…', 'none'. */
export interface RowGroup {
  id: string
  heading: string
  note: string | null
  rows: readonly Row[]
}
