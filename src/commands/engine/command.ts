import type { Icon } from '@primer/octicons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BulkChange } from '../../api/bulk.ts'
import type { ListQuery } from '../../api/exports.ts'
import type { CurrentUser } from '../../contract/auth.ts'
import type { Capability } from '../../contract/capabilities.ts'
import type { Feature } from '../../contract/features.ts'
import type { Scope } from './record-types.ts'
import type { Target, Targets, TargetType } from './targets.ts'

/** Where a command appears besides the palette and the cheat sheet, which show all. */
export type Place = 'sidebar' | 'page-menu' | 'row-menu' | 'user-menu' | 'bulk-bar' | 'list-head'

export type Availability = { state: 'ready' } | { state: 'hidden' } | { state: 'blocked'; reason: string }
export const ready: Availability = { state: 'ready' }
export const hidden: Availability = { state: 'hidden' }
export const blocked = (reason: string): Availability => ({ state: 'blocked', reason })

/** Hidden if it isn't offered, blocked if there is a reason against it, else ready. */
export function judged(isOffered: boolean, whyNot: () => string | null): Availability {
  if (!isOffered) return hidden
  const reason = whyNot()
  return reason === null ? ready : blocked(reason)
}

/** What a command may use. It navigates to URLs and never sees a view. */
export interface CommandContext {
  user: CurrentUser
  queryClient: QueryClient
  /** Goes to a console path with its search. */
  navigate: (href: string) => void
  openInNewTab: (href: string) => void
  /** Opens a tab during the click or key press, for a URL still to be fetched; `close` if that fails. */
  openTab: () => { go: (url: string) => void; close: () => void }
  /** Copies text and shows a toast. */
  copy: (text: string, what: string) => Promise<void>
  /** Path and search on screen. */
  location: string
  /** The console's own origin. */
  origin: string
  ui: {
    openPalette: () => void
    openCheatSheet: () => void
    openSettings: () => void
    openKeyboardSettings: () => void
    /** Toggles single-character keys; resolves to whether they are now on, null if that couldn't be saved. */
    toggleLetterKeys: () => Promise<boolean | null>
    /** Shows the user's own undoable changes. */
    openUndoList: () => void
    /** Undoes the person's last change, or says why that one can't be undone and what the next press undoes. */
    undoLast: () => Promise<Outcome | void>
    /** Shows a short notice, and reads it out. */
    say: (text: string) => void
    /** Focuses the page's search, or opens the palette if it has none. */
    focusSearch: () => void
    /** Opens the page record's actions menu. */
    openActions: () => void
    toggleColourMode: () => void
    isDark: () => boolean
    isFullscreen: () => boolean
    /** Whether single-character keys are on. */
    hasLetterKeys: () => boolean
    /** Null if the browser doesn't support full screen. */
    toggleFullscreen: (() => void) | null
    signOut: () => Promise<void>
    /** Previews a bulk change, from where it can be run. */
    openBulk: (job: BulkJob) => void
    /** Runs another command on a record that isn't on screen, such as a customer's payment. */
    goOn: (commandId: string, target: Target) => void
    /** Copies a link to the open question with its answers so far; null if there is none to link to. */
    copyCommandLink: (() => void) | null
  }
  /** The list on screen, if any. */
  list: ListHandle | null
  /** The way to the neighbours in the list this record was opened from. */
  walk: WalkHandle | null
  /** Records on screen, innermost first: focused row, then the page's record. */
  targets: readonly Target[]
  /** The record whose own page this is; bulk actions on all its data run only from there. Null elsewhere. */
  pageRecord: Target | null
}

/** A bulk change. */
export type BulkJob = BulkChange & {
  /** The action as a title: 'Block'. */
  title: string
  /** A sentence on how much it affects, loaded while the preview is open; absent if it affects nothing people see. */
  touches?: (ids: readonly number[]) => Promise<string>
  ids: readonly number[]
  /** The button that does it, by how many it is possible for; 'Do it for 3' if absent. */
  confirmLabel?: (count: number) => string
  /** If it can't be undone as a whole: `final`, or there is nothing of one's own to undo. */
  undo?: 'final' | 'none'
}

/** What list commands can do to the list on screen. */
export interface ListHandle {
  move: (step: 1 | -1) => void
  open: (newTab: boolean) => void
  openRowMenu: () => void
  page: (step: 1 | -1) => void
  hasNextPage: boolean
  hasPreviousPage: boolean
  isEmpty: boolean
  /** Shows what arrived, moved or left since; otherwise refetches the list. */
  refresh?: () => void
  /**
   * Watches a record during a change; null if the list doesn't show it. Call the result after the refetch to learn
   * whether the filters now hide the record. Absent without filters.
   */
  watch?: ((target: Target) => (() => boolean) | null) | undefined
  /** Shows the focused row in the side panel; absent if none is focused, or such rows have none. */
  peek?: (() => void) | undefined
  /** The visible rows' records. */
  targets?: () => (Target | null)[]
  /** Focuses a row by its place, or only marks it as the one that keys act on. */
  rowFocus?: { focus: (index: number) => void; note: (index: number) => void }
  /** Absent if rows can't be selected. */
  selection?: SelectionHandle | undefined
  /** The query to export the whole list; absent if it can't be exported. */
  exports?: ListQuery | undefined
  /** Moves the focus from the list's search to the first row, once the rows asked for are there; or no longer. */
  focusFirst?: (isWanted: boolean) => void
  /** Whether a row has the focus: shared keys then belong to the list, not the walk. */
  hasFocus?: () => boolean
  /** Opens the column chooser; absent if the columns are fixed. */
  chooseColumns?: (() => void) | undefined
  /** The user's saved views of the list; absent if it has no page of its own. */
  views?: { show: () => void; save: () => void /** The list's full URL with its filters. */; href: () => string } | undefined
}

/** Moves along the list a record was opened from. */
export interface WalkHandle {
  step: (by: 1 | -1) => void
  /** Why there is no record in that direction; null if there is one. */
  whyNot: (by: 1 | -1) => string | null
}

/** What list commands can do to the selection. */
export interface SelectionHandle {
  count: number
  /** Selects or deselects the focused row. */
  toggle: () => void
  /** Selects from the last selected row to the focused one. */
  extend: () => void
  /** Moves to the next or previous row and selects both; on the way back, deselects the row it leaves. */
  step: (by: 1 | -1) => void
  clear: () => void
}

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
  /** The field's label. */
  title: string
  kind: 'number' | 'amount' | 'text' | 'choice' | 'record'
  /** What may be entered: '1 to 365 days'. */
  hint?: (record: Record) => string
  /** The initial text; empty if absent. */
  initial?: (record: Record) => string
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
  /** A secret such as a password: never written to or read from links. */
  isSecret?: true
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

/** Reads text with a contract schema. */
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

/** The text of a confirmation. */
export interface Danger {
  title: string
  /** What will happen and to whom; names the target. */
  body: string
  confirmLabel: string
  /** The other button's label if documented: 'No'. */
  declineLabel?: string
  /** Shown while it runs. */
  progress?: string
  /** Whether the server can undo it; the confirmation says so. */
  undoable: boolean
  /** For the heaviest changes: the record's e-mail, which has to be typed before anything confirms. */
  mustType?: string
  /** Another way to reverse it, and until when, shown if it can't be undone. With neither it is final. */
  wayBack?: string
  /** It can be reversed, but no Enter alone confirms it: it opens somebody's account. */
  guarded?: true
  /** True if it restores something: the button isn't red. */
  restores?: boolean
  /** A sentence on how much it affects, loaded while the confirmation is open; doesn't delay it and may fail. */
  touches?: (context: CommandContext) => Promise<string>
}

/** Whether it can't be reversed: the confirmation says so in red, and Enter doesn't do it. */
export const isFinal = ({ undoable, wayBack }: Danger) => !undoable && wayBack === undefined

/** Whether only $mod+Enter or its own button confirms it. */
export const isGuarded = (danger: Danger) => isFinal(danger) || danger.guarded === true

/** Whether what had to be typed has been. */
export const isProven = ({ mustType }: Danger, proof: string) =>
  mustType === undefined || proof.trim().toLowerCase() === mustType.trim().toLowerCase()

/** How a command leads to another one, on a record of its own record's, by whose id all is asked. */
export interface Onto {
  /** The id of the other command. */
  command: string
  /** Loads what `one` and `among` read from the cache. */
  load: (context: CommandContext, id: number) => Promise<unknown>
  /** The record that is meant; null while it isn't loaded, or if there is none. */
  one?: (context: CommandContext, id: number) => Target | null
  /** The records to choose from, with their titles; null while they aren't loaded. */
  among?: (context: CommandContext, id: number) => { target: Target; title: string }[] | null
  /** Why there is none. */
  none: string
}

/** Which of its two names a command that toggles was called by. */
export type Side = 'on' | 'off'

/** One of the two things that a command does, by the state of its record. */
export interface ToggleSide<Type extends TargetType> {
  /** Without a record: the general name. */
  title: (target: Target<Type> | null) => string
  keywords: string
  /** What else people call it, as a whole. */
  aka?: readonly string[]
  /** Why it can't be done where it is done already: 'Not banned.' */
  already: string
}

/** A command that does one of two opposite things. Menus and keys take what is possible; what is typed picks one of them. */
export interface Toggle<Type extends TargetType = TargetType> {
  isOn: (target: Target<Type> | null, context: CommandContext) => boolean
  on: ToggleSide<Type>
  off: ToggleSide<Type>
}

/** The form that a command opens, and what may be typed for its fields. */
export interface Fills<Type extends TargetType = TargetType> {
  /** Its draft's name. */
  form: (record: Targets[Type]) => string
  steps: readonly Step[]
  /** What the fields then begin with, if that is more than was typed. `kept` is what stands in the form unsaved. */
  values?: (context: CommandContext, record: Targets[Type], typed: Arguments, kept: Arguments) => Promise<Arguments>
}

/** The result for the toast. `auditId` names the change if it can be undone. */
export interface Outcome {
  message: string
  auditId?: number
}

/**
 * One action, declared once; sidebar, menus, palette, shortcuts and cheat sheet all derive from it. `target` is present
 * exactly if the declaration names a target type.
 */
export interface Command<Type extends TargetType = TargetType> {
  /** Names it in links, settings and the address bar, so it never changes: `customer.ban`. */
  id: string
  /** What it does, the same on records of several types and on selected ones: `ban`. */
  verb?: string
  title: (target: Target<Type> | null, context?: CommandContext) => string
  /** Its sidebar label under the section, such as 'List' where the palette has 'Customers'. */
  menuTitle?: string
  section: string
  icon: Icon
  keywords?: string
  /** What else people call it, word for word: as good as its title. */
  aka?: readonly string[]
  toggle?: Toggle<Type>
  /** A key or sequence in canonical form: `g c`, `$mod+Enter`, `Shift+x`, `?`. */
  keys?: string
  /** Alternative keys, such as arrows for `j` and `k`; only `keys` are shown. */
  moreKeys?: readonly string[]
  /** Keys also work while typing and in dialogs: for the palette only. */
  everywhere?: boolean
  scope: Scope
  /** The record type it acts on, if any. */
  target?: Type
  needs?: Capability
  /** Not available if the admin API lacks this (ruling 56). */
  feature?: Feature
  /** Without this capability no menu shows it, but palette and keys still work (ruling 1). */
  menuNeeds?: Capability
  places: readonly Place[]
  /** Its destination if it only navigates: surfaces then render a real link. */
  href?: string
  /** Whether holding the key repeats it: for movement only. */
  repeats?: boolean
  args?: readonly Step[]
  /** What may be typed with its name and begins the form that it opens; it never asks for it. */
  fills?: Fills
  availability?: (context: CommandContext, target: Target<Type> | null) => Availability
  /** The confirmation, built once all arguments are known. */
  danger?: (target: Target<Type> | null, args: Arguments) => Danger
  /** The documented toast title on failure; defaults to the command's title. */
  failureTitle?: string | ((error: unknown) => string)
  /** On failure the dialog closes and a toast says why, as documented. */
  closesOnFailure?: true
  /** Needs its record on the page, so that it can't be named ahead of one. */
  needsPage?: true
  /** The command it leads to; the palette asks for that one's arguments. */
  onto?: Onto
  /** Loads what its availability depends on beside its record, into the cache. */
  load?: (context: CommandContext, id: number) => Promise<unknown>
  /** The one record of its type that it is for, so that it can be typed wherever one is, together with what it takes. */
  anywhere?: Target
  /** It only leads to a part of a page: shown only for typed text, below commands that do something and below records. */
  leads?: true
  /** What it leads to are numbers, so one typed beside its name may be such. */
  isOfNumbers?: true
  /** It removes its record, so don't report that a filter hides it. */
  removes?: true
  /** @param runKey identifies this run across retries, so a retry after a time-out isn't taken for a new request */
  run: (context: CommandContext, target: Target<Type> | null, args: Arguments, runKey: string) => Promise<Outcome | void> | Outcome | void
}

/** A command without a target, as it is declared: global and only in the palette unless it says otherwise. */
export type PlainCommand = Omit<Command, 'title' | 'scope' | 'places'> &
  Partial<Pick<Command, 'scope' | 'places'>> & {
    title: string | Command['title']
    /** Whether it is shown where one is; absent: everywhere. */
    isOffered?: (context: CommandContext) => boolean
    /** Why it can't be done now; null if it can. */
    whyNot?: (context: CommandContext) => string | null
  }

/** Declares a command without a target. */
export function command({ title, isOffered = () => true, whyNot = () => null, ...rest }: PlainCommand): Command {
  return {
    scope: 'global',
    places: [],
    availability: (context) => judged(isOffered(context), () => whyNot(context)),
    ...rest,
    title: typeof title === 'string' ? () => title : title,
  }
}
