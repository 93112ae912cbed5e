import type { Icon } from '@primer/octicons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BulkChange } from '../api/bulk.ts'
import type { ListQuery } from '../api/exports.ts'
import type { ApiCallRow } from '../contract/api-calls.ts'
import type { CurrentUser } from '../contract/auth.ts'
import type { Capability } from '../contract/capabilities.ts'
import type { CustomerFacts } from '../contract/customer-rules.ts'
import type { DomainListName } from '../contract/domain-lists.ts'
import type { Feature } from '../contract/features.ts'
import type { InvitationRow } from '../contract/invitations.ts'
import type { InvoiceZipScope } from '../contract/invoices.ts'
import type { PaymentFacts } from '../contract/payment-rules.ts'
import type { QrFacts } from '../contract/qr-rules.ts'
import type { UserFacts } from '../contract/user-rules.ts'
import type { AbuseRow } from '../contract/abuse.ts'
import type { TrackerRow, WebriskRow } from '../contract/webrisk.ts'

/** The records that commands act on. A list row and a detail page give the same facts, so they share their commands. */
export interface Targets {
  customer: CustomerFacts & {
    id: number
    fullName: string
    companyName: string | null
    email: string
    status: string
    version: number
    isPartial?: true | undefined
  }
  payment: PaymentFacts & { id: number; userId: number; email: string; ref: string; stripePaymentIntentId: string }
  /** A customer's one note, by the customer's id. */
  note: { id: number; user: number; note: string; email: string; fullName: string }
  feedback: { id: number; user: number; note: string }
  qr: QrFacts & { id: number; name: string; qrUri: string; version: number }
  /** QR codes selected in a list, as they were when a command was opened for them; `id` is how many. */
  qrs: { id: number; ids: readonly number[] }
  /** Folders selected on a customer's page; `id` is the customer's. */
  folders: { id: number; fullName: string; email: string; folders: readonly { id: number; name: string }[] }
  invoice: { id: number; link: string; customer: number }
  /** The invoices of a month or of a customer, as they are downloaded; `id` is 202603 for a month, else the customer's. */
  'invoice-list': { id: number; scope: InvoiceZipScope }
  /** The month whose reports are downloaded; `id` is 202603. */
  report: { id: number; year: number; month: number }
  /** An invitation into the account of `owner`. */
  invitation: Pick<InvitationRow, 'id' | 'email' | 'status' | 'userId'> & { owner: number }
  /** A call to the public API; its neighbours are known on its own page alone. */
  'api-call': Pick<ApiCallRow, 'id' | 'owner' | 'method' | 'path' | 'query'> & { previousId?: number | null; nextId?: number | null }
  /** An entry of the blocked or the allowed domains. */
  domain: { id: number; domain: string; list: DomainListName }
  /** One of these lists; `id` tells them apart. */
  'domain-list': { id: number; list: DomainListName }
  /** A domain of a customer's own. */
  hostname: { id: number; user: number; hostname: string; status: string }
  /** An address that the web-risk check judged. */
  webrisk: Pick<WebriskRow, 'id' | 'url' | 'status' | 'qr' | 'user' | 'qrInfo'>
  /** Web-risk entries selected in a list; `id` is how many. */
  webrisks: { id: number; ids: readonly number[] }
  /** A row of the web-risk log. */
  tracker: Pick<TrackerRow, 'id' | 'url' | 'qr' | 'user'>
  abuse: Pick<AbuseRow, 'id' | 'url' | 'status' | 'email'>
  /** Abuse reports selected in a list; `id` is how many. */
  abuses: { id: number; ids: readonly number[] }
  /** A back-office account. */
  user: UserFacts & { name: string; email: string; version: number }
}
export type TargetType = keyof Targets

/** A record that a command was opened for. It stays this one, whatever is navigated meanwhile. */
export type Target<Type extends TargetType = TargetType> = { [T in Type]: { type: T; record: Targets[T] } }[Type]

/**
 * Where a key listens. Global keys work everywhere; list keys where a list has the page; walk keys on a record's page that was opened
 * from a list; record keys for the current record.
 */
export type Scope = 'global' | 'list' | 'walk' | TargetType

/** Where a command shows besides the palette and the cheat sheet, which have all of them. */
export type Place = 'sidebar' | 'page-menu' | 'row-menu' | 'user-menu' | 'bulk-bar' | 'list-head'

export type Availability = { state: 'ready' } | { state: 'hidden' } | { state: 'blocked'; reason: string }
export const ready: Availability = { state: 'ready' }
export const hidden: Availability = { state: 'hidden' }
export const blocked = (reason: string): Availability => ({ state: 'blocked', reason })
/** From a rule of the contract: null means ready, a text is the reason against. */
export const unlessRefused = (refusal: string | null): Availability => (refusal === null ? ready : blocked(refusal))

/** What a command may do to the console. It navigates to URLs and never sees a view. */
export interface CommandContext {
  user: CurrentUser
  queryClient: QueryClient
  /** Goes to a path of the console, search included. */
  navigate: (href: string) => void
  openInNewTab: (href: string) => void
  /** Opens a tab within the click or key press, for an address that is asked for first; closed again where that fails. */
  openTab: () => { go: (url: string) => void; close: () => void }
  /** Puts text on the clipboard and says so. */
  copy: (text: string, what: string) => Promise<void>
  /** The path and search on screen now. */
  location: string
  /** The console's own origin. */
  origin: string
  ui: {
    openPalette: () => void
    openCheatSheet: () => void
    openSettings: () => void
    openKeyboardSettings: () => void
    /** Switches keys of single characters off or on; answers whether they are on now, null where that could not be kept. */
    toggleLetterKeys: () => Promise<boolean | null>
    /** Shows the person's own changes that can be undone. */
    openUndoList: () => void
    /** Focuses the page's search, or opens the palette where the page has none. */
    focusSearch: () => void
    /** Opens the actions of the record of the page. */
    openActions: () => void
    toggleColourMode: () => void
    /** Null if the browser cannot fill the screen with a page. */
    toggleFullscreen: (() => void) | null
    signOut: () => Promise<void>
    /** Shows what a change of many records would do, and runs it from there. */
    openBulk: (job: BulkJob) => void
    /** Copies a link that opens what is asked about now, with its answers so far; null where nothing is that a link can name. */
    copyCommandLink: (() => void) | null
  }
  /** The list on screen, where there is one. */
  list: ListHandle | null
  /** The list that the record on screen was opened from, as a way to its neighbours. */
  walk: WalkHandle | null
  /** The records on screen, innermost first: a focused row, then the record of the page. */
  targets: readonly Target[]
  /** The one of them whose own page this is: what is done to all that is theirs is done from there alone. Null elsewhere. */
  pageRecord: Target | null
}

/** One change of many records. */
export type BulkJob = BulkChange & {
  /** What is done, as a title: 'Block'. */
  title: string
  /** How much a change of these touches, in a sentence, asked for while the preview stands; absent where it touches nothing that people see. */
  touches?: (ids: readonly number[]) => Promise<string>
  ids: readonly number[]
}

/** What a list on screen lets list commands do. */
export interface ListHandle {
  move: (step: 1 | -1) => void
  open: (newTab: boolean) => void
  openRowMenu: () => void
  page: (step: 1 | -1) => void
  hasNextPage: boolean
  hasPreviousPage: boolean
  isEmpty: boolean
  /**
   * Watches a record while it is changed; null where the list does not show it. What it returns says, once the list has been read again,
   * whether the filters hide the record by then. Absent while no filter is in use.
   */
  watch?: (target: Target) => (() => boolean) | null
  /** The record among the rows that it shows; null where it shows none of that type and number. */
  find?: (type: string, id: number) => Target | null
  /** Absent where the list's rows cannot be selected. */
  selection?: SelectionHandle
  /** What is asked of the server for all of it as a file; absent where there is none. */
  exports?: ListQuery
  /** Whether the focus is in its rows: keys that a walk has as well are then the list's. */
  hasFocus?: () => boolean
  /** Shows which columns there are, to be chosen and ordered; absent where they are fixed. */
  chooseColumns?: () => void
  /** The person's named views of it; absent where it has no page of its own. */
  views?: { show: () => void; save: () => void /** Its address as it is filtered, in full. */; href: () => string }
}

/** The way along the list that a record was opened from. */
export interface WalkHandle {
  step: (by: 1 | -1) => void
  /** Why there is no record further on that way; null where there is one. */
  whyNot: (by: 1 | -1) => string | null
}

/** What list commands do to the selected rows of a list. */
export interface SelectionHandle {
  count: number
  /** The focused row: in or out. */
  toggle: () => void
  /** All rows from the one selected last to the focused one. */
  extend: () => void
  clear: () => void
}

/** One thing to choose from. What cannot be chosen says why. */
export interface Choice {
  value: string
  label: string
  /** What tells it from others of the same label. */
  detail?: string
  refusal?: string | null
  /** Of a record that was looked up: the term names it and no other. */
  isExact?: boolean
}

/** What was typed, read: a value, with how people say it where that is not what was typed ('7 days'), or why it is none. */
export type Read<Value> = { value: Value; refusal: null; words?: string } | { value: null; refusal: string }

/** One value that a command asks for before it runs, in the palette step by step or in a dialog. Asked and kept as text. */
export interface ArgumentStep<Record, Value> {
  /** Its label. */
  title: string
  kind: 'number' | 'amount' | 'text' | 'choice' | 'record'
  /** What may be typed: '1 to 365 days'. */
  hint?: (record: Record) => string
  /** What stands there at first; nothing where absent. */
  initial?: (record: Record) => string
  /** For 'choice': what can be chosen, where that is known already. */
  options?: (record: Record) => Choice[]
  /** For 'choice': what can be chosen, where that has to be asked for. */
  choices?: (context: CommandContext, record: Record) => Promise<Choice[]>
  /** For 'record': what a term finds. What is chosen is kept as its `value`, which says all that `picked` needs. */
  find?: (context: CommandContext, record: Record, term: string, signal: AbortSignal) => Promise<Choice[]>
  /** For 'record': the choice that a value stands for; null while nothing is chosen. */
  picked?: (typed: string) => Choice | null
  /** For 'record': what is said where a term finds nothing, or could not be looked up. */
  notFound?: string
  /** For 'record': the number by which `find` finds the chosen one again. A link says no more of it. */
  pickedId?: (typed: string) => number | null
  /** The answer that follows from a later step having one, by that step's name: an amount means a part. */
  impliedBy?: Readonly<{ [step: string]: string }>
  /** Never put into a link, and never read from one: a password. */
  isSecret?: true
  /** It cannot be confirmed as long as what stands there at first still does. */
  needsChange?: true
  /** Not asked for where the admin API lacks this. */
  feature?: Feature
  /** Whether it is asked for, by what the steps before it were answered; absent: always. */
  isWanted?: (before: Arguments) => boolean
  read: (typed: string, record: Record) => Read<Value>
}
/** Values by the name of their step. */
export type Arguments = Record<string, unknown>

/** A step as the surfaces that ask for it see it: its record is the target's. */
export interface Step extends ArgumentStep<Targets[TargetType], unknown> {
  name: string
}

/** Reads text by a schema of the contract. */
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

/** A whole number as people type it; anything else is left for the schema to refuse. */
export const wholeNumber = (typed: string): unknown => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed.trim()) : undefined)

/** What a confirmation says before a command runs. */
export interface Danger {
  title: string
  /** What will happen, to whom: names the target. */
  body: string
  confirmLabel: string
  /** The other button, where the documents name it: 'No'. */
  declineLabel?: string
  /** What is said while it runs. */
  progress?: string
  /** Whether the server can undo it afterwards; the confirmation says so. */
  undoable: boolean
  /** Another action that takes it back, and until when: said where it cannot be undone. With neither it is final. */
  wayBack?: string
  /** True where it gives back what another action took: the button is not red. */
  restores?: boolean
  /** How much is touched, in a sentence, asked for while the confirmation stands: it delays nothing, and may fail. */
  touches?: (context: CommandContext) => Promise<string>
}

/** Whether nothing takes it back: the confirmation says so in red, and its safe button has the focus. */
export const isFinal = ({ undoable, wayBack }: Danger) => !undoable && wayBack === undefined

/** What happened, for the toast. `auditId` names the change where it can be undone. */
export interface Outcome {
  message: string
  auditId?: number
}

/**
 * One action, declared once: sidebar, page menu, row menu, palette, shortcut and cheat sheet are projections of it.
 * `target` is present exactly where the declaration names a target type.
 */
export interface Command<Type extends TargetType = TargetType> {
  /** Resource, then verb: `customer.ban`. */
  id: string
  title: (target: Target<Type> | null) => string
  /** How it reads in the sidebar, under its section: 'List', where the palette says 'Go to customers'. */
  menuTitle?: string
  section: string
  icon: Icon
  keywords?: string
  /** One key or a sequence in canonical form: `g c`, `$mod+Enter`, `Shift+x`, `?`. */
  keys?: string
  /** Further keys for the same: arrows beside `j` and `k`. The first are the ones that are shown. */
  moreKeys?: readonly string[]
  /** Its keys work while typing and in dialogs as well: the palette's alone. */
  everywhere?: boolean
  scope: Scope
  /** The record type it acts on; absent for commands without one. */
  target?: Type
  needs?: Capability
  /** It is not there where the admin API lacks this (ruling 56). */
  feature?: Feature
  /** Without it no menu shows the command, while palette and keys still have it (ruling 1). */
  menuNeeds?: Capability
  places: readonly Place[]
  /** Where it leads, for commands that only go somewhere: surfaces show a real link. */
  href?: string
  /** Key repeat may fire it: movement alone. */
  repeats?: boolean
  args?: readonly Step[]
  availability?: (context: CommandContext, target: Target<Type> | null) => Availability
  /** What the confirmation says; asked for once all arguments are there. */
  danger?: (target: Target<Type> | null, args: Arguments) => Danger
  /** What the toast is titled where it fails, in the words of the documents; absent: its own title. */
  failureTitle?: string | ((error: unknown) => string)
  /** Where it fails its dialog closes, as documented, and a toast says why. */
  closesOnFailure?: true
  /** Its record is gone afterwards: no filter is what hides it. */
  removes?: true
  /** @param runKey the same for every try of one run, so that a try after a time-out can be told from another request */
  run: (context: CommandContext, target: Target<Type> | null, args: Arguments, runKey: string) => Promise<Outcome | void> | Outcome | void
}

/** Declares a command without a target. */
export function command(declared: Command): Command {
  return declared
}

/** Whether a row says too little of its record to judge what can be done with it. */
const isPartial = (record: object) => 'isPartial' in record && record.isPartial === true

/**
 * Declares a command on one type of record, so that its functions see that record's facts and never null. `args` are asked for
 * in the order they are written in; `danger` and `run` see their values.
 */
export function targetCommand<Type extends TargetType, Args extends Arguments = Arguments>(
  target: Type,
  declared: Omit<Command<Type>, 'target' | 'title' | 'availability' | 'danger' | 'run' | 'scope' | 'args'> & {
    title: (target: Targets[Type]) => string
    /** How it reads where no record is at hand: the cheat sheet. */
    genericTitle: string
    args?: { [Name in keyof Args]: ArgumentStep<Targets[Type], Args[Name]> }
    availability?: (context: CommandContext, target: Targets[Type]) => Availability
    /** Its availability stands on where one is, not on what the record says. */
    judgesPlaceOnly?: true
    danger?: (target: Targets[Type], args: Args) => Danger
    run: (context: CommandContext, target: Targets[Type], args: Args, runKey: string) => Promise<Outcome | void> | Outcome | void
  },
): Command {
  const { title, genericTitle, args, availability, judgesPlaceOnly, danger, run, ...rest } = declared
  const record = (given: Target | null): Targets[Type] => {
    if (given?.type !== target) throw new Error(`${declared.id} was run without its ${target}`)
    return given.record as Targets[Type]
  }
  const mayRun = (context: CommandContext, given: Targets[Type]): Availability => {
    if (!availability) return ready
    // What such a row cannot tell is offered on the record's own page.
    return isPartial(given) && !judgesPlaceOnly ? hidden : availability(context, given)
  }
  return {
    ...rest,
    scope: target,
    target,
    title: (given) => (given === null ? genericTitle : title(record(given))),
    // The steps are asked with the target's record alone, which is of their type.
    ...(args
      ? { args: Object.entries<ArgumentStep<Targets[Type], unknown>>(args).map(([name, step]) => ({ name, ...step }) as Step) }
      : {}),
    availability: (context, given) => (given?.type === target ? mayRun(context, record(given)) : hidden),
    ...(danger ? { danger: (given, values) => danger(record(given), values as Args) } : {}),
    run: (context, given, values, runKey) => run(context, record(given), values as Args, runKey),
  }
}
