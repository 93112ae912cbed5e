import type { QueryClient } from '@tanstack/react-query'
import type { BulkChange } from '../../api/bulk.ts'
import type { ListQuery } from '../../api/exports.ts'
import type { CurrentUser } from '../../contract/auth.ts'
import type { OnDemandData } from '../../contract/on-demand.ts'
import type { Forecast } from './forecast.ts'
import type { Target } from './targets.ts'

/** The result for the toast. `auditId` names the change if it can be undone. */
export interface Outcome {
  message: string
  auditId?: number
}

export type ConsoleDialog = 'settings' | 'shortcuts' | 'shortcut-settings' | 'undo-history'

/** What a command may use. It navigates to URLs and never sees a view. */
export interface CommandContext {
  user: CurrentUser
  queryClient: QueryClient
  /** What the company's policies would say; null where there are none for this person, or they aren't loaded yet. */
  forecast: Forecast | null
  /** What is hidden from this person until they ask for it. */
  onDemand: readonly OnDemandData[]
  /** Goes to a console path with its search. */
  navigate: (href: string) => void
  openInNewTab: (href: string) => void
  /** Opens a tab during the click or key press, for a URL still to be fetched; `close` if that fails. */
  openTab: () => { go: (url: string) => void; close: () => void }
  /** Copies text and shows a toast. */
  copy: (text: string, what: string) => Promise<void>
  /** Path and search on screen. */
  location: string
  origin: string
  ui: {
    openPalette: () => void
    openDialog: (dialog: ConsoleDialog) => void
    /** Toggles single-character keys; resolves to whether they are now on, null if that couldn't be saved. */
    toggleLetterKeys: () => Promise<boolean | null>
    /** Undoes the person's last change, or says why that one can't be undone and what the next press undoes. */
    undoLast: () => Promise<void>
    /** Shows a short notice, and reads it out. */
    say: (text: string) => void
    /** Focuses the page's search, or opens the palette if it has none. */
    focusSearch: () => void
    /** Opens the page record's actions menu. */
    openActions: () => void
    /** Follows the way back at the head of the record's page. */
    goUp: () => void
    toggleColourMode: () => void
    isDark: () => boolean
    isFullscreen: () => boolean
    /** Whether single-character keys are on. */
    hasLetterKeys: () => boolean
    /** Null if the browser doesn't support full screen. */
    toggleFullscreen: (() => void) | null
    signOut: () => Promise<void>
    /** Drops a customer who was erased, and what is theirs, from the records opened lately. */
    forgetCustomer: (id: number) => void
    /** Previews a bulk change, from where it can be run. */
    openBulk: (job: BulkJob) => void
    /** Runs another command on a record that isn't on screen, such as a customer's payment. */
    goOn: (commandId: string, target: Target) => void
    /** Copies a link to the open question with its answers so far; null if there is none to link to. */
    copyCommandLink: (() => void) | null
  }
  list: ListHandle | null
  /** The way to the neighbours in the list this record was opened from. */
  walk: WalkHandle | null
  /** Records on screen, innermost first: focused row, then the page's record. */
  targets: readonly Target[]
  /** The record whose own page this is; bulk actions on all its data run only from there. Null elsewhere. */
  pageRecord: Target | null
}

export type BulkJob = BulkChange & {
  /** The action as a title: 'Block'. */
  title: string
  /** What was done to them, behind their number: 'banned'. */
  done: string
  /** A sentence on how much it affects, loaded while the preview is open; absent if it affects nothing people see. */
  touches?: (ids: readonly number[]) => Promise<string>
  /** What becomes of each, if the title alone doesn't say so. */
  effect?: string
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
  /** Opens the choice among the list's filters; absent if it has none. */
  filter?: (() => void) | undefined
  /** Takes off all filters; absent if none is set. */
  clearFilters?: (() => void) | undefined
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

export interface SelectionHandle {
  count: number
  /** Selects or deselects the focused row. */
  toggle: () => void
  /** Selects all rows of the page; absent if they are. */
  selectPage?: (() => void) | undefined
  /** Selects from the last selected row to the focused one. */
  extend: () => void
  /** Moves to the next or previous row and selects both; on the way back, deselects the row it leaves. */
  step: (by: 1 | -1) => void
  clear: () => void
}
