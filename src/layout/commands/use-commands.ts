import { createContext, useContext, useEffect, useState } from 'react'
import type { ListHandle, Place, Target } from '../../commands/command.ts'
import { keyLabel } from '../../commands/key-labels.ts'
import { commands } from '../../commands/registry.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { listsOnScreen, nextOrder, pageRecordsOnScreen, targetsOnScreen } from './on-screen.ts'
import { isMac } from './platform.ts'

/** What surfaces ask of the commands. All functions keep their identity. */
export interface Commands {
  /** What shows in a place now; record commands for the innermost record on screen, or for the one given. */
  resolveIn: (place: Place, target?: Target | null) => ResolvedCommand[]
  /** Runs by the one runner: resolves again, confirms, reports. */
  run: (resolved: ResolvedCommand) => void
  openPalette: () => void
  /** The keys that open the palette, as people read them: 'Ctrl K'. */
  paletteKeys: string
}

export const CommandsContext = createContext<Commands | null>(null)

/** The commands of the console, inside the signed-in layout. */
export function useCommands(): Commands {
  const commands = useContext(CommandsContext)
  if (!commands) throw new Error('Commands are used outside CommandProvider.')
  return commands
}

/** Says which record this component shows: keys, menus and palette then act on it. Null while there is none. */
export function useCurrentTarget(target: Target | null) {
  const [order] = useState(nextOrder)
  useEffect(() => (target ? targetsOnScreen.enter(order, target) : undefined), [order, target])
}

/** The same for the record whose own page this is: commands that act on all that is theirs are there alone (ruling 25). */
export function usePageRecord(target: Target | null) {
  const [order] = useState(nextOrder)
  useCurrentTarget(target)
  useEffect(() => (target ? pageRecordsOnScreen.enter(order, target) : undefined), [order, target])
}

/** Gives the list commands a list to act on, as long as the component shows it. Null while it has none. */
export function useListHandle(handle: ListHandle | null) {
  const [order] = useState(nextOrder)
  useEffect(() => (handle ? listsOnScreen.enter(order, handle) : undefined), [order, handle])
}

/** The keys of a command as people read them ('g then c'), or null where it has none. */
export function useKeyHint(commandId: string): string | null {
  const keys = commands.find((command) => command.id === commandId)?.keys
  return keys === undefined ? null : keyLabel(keys, isMac)
}
