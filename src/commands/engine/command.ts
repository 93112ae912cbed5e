import type { Icon } from '@primer/octicons-react'
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Capability } from '../../contract/capabilities.ts'
import type { Feature } from '../../contract/features.ts'
import type { Change } from './change.ts'
import type { CommandContext, Outcome } from './context.ts'
import type { Danger } from './danger.ts'
import type { Scope } from './record-types.ts'
import type { Arguments, Step } from './steps.ts'
import type { Target, Targets, TargetType } from './targets.ts'

/** Where a command appears besides the palette and the cheat sheet, which show all. */
export type Place = 'sidebar' | 'page-menu' | 'row-menu' | 'user-menu' | 'own-account' | 'bulk-bar' | 'list-head'

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

export interface Choosable {
  target: Target
  title: string
  /** `YYYY-MM-DD`: days that are typed choose among them. */
  day: string
}

/** The command that does the work, on a record that belongs to this one, such as a customer's payment. Requests use the id of this one. */
export interface Delegate {
  command: string
  /** Loads what `one` and `among` read from the cache. */
  load: (context: CommandContext, id: number) => Promise<unknown>
  /** The record that is meant; null while it isn't loaded, or if there is none. */
  one?: (context: CommandContext, id: number) => Target | null
  /** The records to choose from; null while they aren't loaded. */
  among?: (context: CommandContext, id: number) => Choosable[] | null
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
  /** What the fields then begin with, if that is more than was typed. */
  values?: (context: CommandContext, record: Targets[Type], typed: Arguments) => Promise<Arguments>
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
  target?: Type
  needs?: Capability
  /** Not available if the admin API lacks this (ruling 56). */
  feature?: Feature
  /** Without this capability no menu shows it, but palette and keys still work (ruling 1). */
  menuNeeds?: Capability
  places: readonly Place[]
  /** Its destination if it only navigates: surfaces then render a real link. */
  href?: string
  /** The same with an email that was typed beside its name: its form begins with that. */
  withEmail?: (email: string) => string
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
  /** The palette asks for that one's arguments. */
  delegate?: Delegate
  /** Loads what its availability depends on beside its record, into the cache. */
  load?: (context: CommandContext, id: number) => Promise<unknown>
  /** The one record of its type that it is for, so that it can be typed wherever one is, together with what it takes. */
  anywhere?: Target
  /** It only leads to a part of a page: shown only for typed text, below commands that do something and below records. */
  leads?: true
  /** What it leads to are numbers, so one typed beside its name may be such. */
  isOfNumbers?: true
  /** No link names it: others may not have it. */
  isUnlinked?: true
  /** It removes its record, so don't report that a filter hides it. */
  removes?: true
  /** What it makes of its record, as far as other commands depend on it: the next step of a playbook is judged by that. */
  leaves?: (target: Target<Type>, args: Arguments) => object
  /** The audit row that it writes, if not one of its own id, and what to ask again of its arguments, as they would be typed. */
  audited?: Audited
  /** What it changes, for those that do nothing else: a playbook may then have it as a step. */
  change?: (target: Target<Type> | null, args: Arguments, runKey: string) => readonly Change[]
  /** @param runKey identifies this run across retries, so a retry after a time-out isn't taken for a new request */
  run: (context: CommandContext, target: Target<Type> | null, args: Arguments, runKey: string) => Promise<Outcome | void> | Outcome | void
}

/** How a command is found by what it did. */
export interface Audited {
  action: AuditAction
  args?: (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>
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

export function command({ title, isOffered = () => true, whyNot = () => null, ...rest }: PlainCommand): Command {
  return {
    scope: 'global',
    places: [],
    availability: (context) => judged(isOffered(context), () => whyNot(context)),
    ...rest,
    title: typeof title === 'string' ? () => title : title,
  }
}
