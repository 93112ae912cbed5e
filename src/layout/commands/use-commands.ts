import { createContext, useContext, useLayoutEffect, useState } from 'react'
import type { Command, ListHandle, Place, Target, WalkHandle } from '../../commands/command.ts'
import { ariaKeys, keyLabel } from '../../commands/key-labels.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { useCommandsNow } from './commands-now.ts'
import { comingOnScreen, type Entries, listsOnScreen, nextOrder, pageRecordsOnScreen, targetsOnScreen, walksOnScreen } from './on-screen.ts'
import { isMac } from '../kit/platform.ts'

/** What surfaces ask of the commands. All functions keep their identity until keys are changed. */
export interface Commands {
  /** What shows in a place now; record commands for the innermost record on screen, or for the one given. */
  resolveIn: (place: Place, target?: Target | null) => ResolvedCommand[]
  /** Runs by the one runner: resolves again, confirms, reports. */
  run: (resolved: ResolvedCommand) => void
  openPalette: () => void
}

export const CommandsContext = createContext<Commands | null>(null)

/** The commands of the console, inside the signed-in layout. */
export function useCommands(): Commands {
  const commands = useContext(CommandsContext)
  if (!commands) throw new Error('Commands are used outside CommandProvider.')
  return commands
}

/**
 * Says which record this component shows: keys, menus and palette then act on it. Null while there is none.
 * @param isComing whether it is still being fetched: keys wait for it
 */
export function useCurrentTarget(target: Target | null, isComing = false) {
  useEntry(targetsOnScreen, target)
  useComing(isComing)
}

/** The same for the record whose own page this is: commands that act on all that is theirs are there alone (ruling 25). */
export function usePageRecord(target: Target | null, isComing = false) {
  useCurrentTarget(target, isComing)
  useEntry(pageRecordsOnScreen, target)
}

/**
 * Gives the list commands a list to act on, as long as the component shows it. Null while it has none.
 * @param isComing whether its rows are still being fetched: keys wait for them
 */
export function useListHandle(handle: ListHandle | null, isComing = false) {
  useEntry(listsOnScreen, handle)
  useComing(isComing)
}

/** The same for the walk commands. */
export function useWalkHandle(handle: WalkHandle | null) {
  useEntry(walksOnScreen, handle)
}

/** Says that something is on its way that keys may be meant for: they wait for it. */
export function useComing(isComing: boolean) {
  useLayoutEffect(() => (isComing ? comingOnScreen.enter(0, null) : undefined), [isComing])
}

/** Enters what a component shows before it is painted, so that no key is pressed in between. */
function useEntry<Thing>(entries: Entries<Thing>, thing: Thing | null) {
  const [order] = useState(nextOrder)
  useLayoutEffect(() => (thing ? entries.enter(order, thing) : undefined), [entries, order, thing])
}

/** The keys of a command in canonical form, as they are now; undefined where it has none. */
export function useKeys(commandId: string): string | undefined {
  return useCommandsNow().find((command) => command.id === commandId)?.keys
}

/** The keys of a command as people read them ('g then c'), or null where it has none. */
export function useKeyHint(commandId: string): string | null {
  const keys = useKeys(commandId)
  return keys === undefined ? null : keyLabel(keys, isMac)
}

/** The same for a command that is at hand. In a row it goes into tooltips alone: the key is that of the row that has the focus. */
export const keyHintOf = ({ keys }: Command) => (keys === undefined ? null : keyLabel(keys, isMac))

interface IconKeys {
  keyHint: string | null
  'aria-keyshortcuts'?: string
}

/** What an icon button that runs a command tells of its keys: in its tooltip, and to screen readers. */
export function useIconKeys(commandId: string): IconKeys {
  return iconKeys(useKeys(commandId))
}

/** The same for a command that is at hand. */
function iconKeys(keys: string | undefined): IconKeys {
  if (keys === undefined) return { keyHint: null }
  const shortcut = ariaKeys(keys, isMac)
  return { keyHint: keyLabel(keys, isMac), ...(shortcut === null ? {} : { 'aria-keyshortcuts': shortcut }) }
}

/** The same for a button that has a text: its tooltip says more than the text does. */
export function buttonKeys(keys: string | undefined, title: string): { title: string; 'aria-keyshortcuts'?: string } {
  const { keyHint, ...shortcut } = iconKeys(keys)
  return { title: keyHint === null ? title : `${title} (${keyHint})`, ...shortcut }
}
