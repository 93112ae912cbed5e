import { createContext, useContext, useLayoutEffect, useState } from 'react'
import type { Command, Place } from '../../commands/engine/command.ts'
import type { ListHandle, WalkHandle } from '../../commands/engine/context.ts'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { ariaKeys, keyLabel } from '../../commands/keys/key-labels.ts'
import { tooltip } from '../kit/icon-button.tsx'
import { isMac } from '../kit/platform.ts'
import { useCommandsNow } from './commands-now.ts'
import { comingOnScreen, type Entries, listsOnScreen, nextOrder, pageRecordsOnScreen, targetsOnScreen, walksOnScreen } from './on-screen.ts'

/** The commands API for surfaces. Functions keep their identity until keys change. */
export interface Commands {
  /** The commands shown in a place, for the given record or the innermost one on screen. */
  resolveIn: (place: Place, target?: Target | null) => ResolvedCommand[]
  /** Runs through the runner: resolves again, confirms, reports. */
  run: (resolved: ResolvedCommand) => void
  openPalette: () => void
}

export const CommandsContext = createContext<Commands | null>(null)

/** The commands API inside the signed-in layout. Throws outside CommandProvider. */
export function useCommands(): Commands {
  const commands = useContext(CommandsContext)
  if (!commands) throw new Error('Commands are used outside CommandProvider.')
  return commands
}

/**
 * Registers the record this component shows, for keys, menus and the palette. Null while there is none.
 * @param isComing whether it is still loading, so keys wait for it
 */
export function useCurrentTarget(target: Target | null, isComing = false) {
  useEntry(targetsOnScreen, target)
  useComing(isComing)
}

/** The same for a record's own page; only there can commands act on everything the record owns (ruling 25). */
export function usePageRecord(target: Target | null, isComing = false) {
  useCurrentTarget(target, isComing)
  useEntry(pageRecordsOnScreen, target)
}

/**
 * Registers the list that list commands act on. Null while there is none.
 * @param isComing whether its rows are still loading, so keys wait for them
 */
export function useListHandle(handle: ListHandle | null, isComing = false) {
  useEntry(listsOnScreen, handle)
  useComing(isComing)
}

export function useWalkHandle(handle: WalkHandle | null) {
  useEntry(walksOnScreen, handle)
}

/** Makes keys wait while something they may be meant for is loading. */
export function useComing(isComing: boolean) {
  useLayoutEffect(() => (isComing ? comingOnScreen.enter(0, null) : undefined), [isComing])
}

/** Registers before the paint, so no key can come in between. */
function useEntry<Thing>(entries: Entries<Thing>, thing: Thing | null) {
  const [order] = useState(nextOrder)
  useLayoutEffect(() => (thing ? entries.enter(order, thing) : undefined), [entries, order, thing])
}

/** A command's current keys in canonical form; undefined if it has none. */
export function useKeys(commandId: string): string | undefined {
  return useCommandsNow().find((command) => command.id === commandId)?.keys
}

/** A command's keys in readable form ('g then c'), or null. */
export function useKeyHint(commandId: string): string | null {
  const keys = useKeys(commandId)
  return keys === undefined ? null : keyLabel(keys, isMac)
}

/** The same for a given command. Rows use it for tooltips only, since the key acts on the focused row. */
export const keyHintOf = ({ keys }: Command) => (keys === undefined ? null : keyLabel(keys, isMac))

/** An icon button's key hint for its tooltip and for screen readers. */
export const useIconKeys = (commandId: string) => iconKeys(useKeys(commandId))

function iconKeys(keys: string | undefined) {
  if (keys === undefined) return { keyHint: null }
  return { keyHint: keyLabel(keys, isMac), 'aria-keyshortcuts': ariaKeys(keys, isMac) ?? undefined }
}

/** The same for a button with text, whose tooltip adds to it. */
export function buttonKeys(keys: string | undefined, title: string) {
  const { keyHint, ...shortcut } = iconKeys(keys)
  return { ...tooltip(title, keyHint), ...shortcut }
}
