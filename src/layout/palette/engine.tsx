import { KBarProvider } from 'kbar/lib/KBarContextProvider.js'
import type { Action } from 'kbar/lib/types.js'
import { useKBar } from 'kbar/lib/useKBar.js'
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import type { Typed } from '../../commands/answers.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import type { PaletteCommand } from './groups.ts'

/** Arguments typed after the command being performed; engine actions take no arguments, so they bypass it. */
let typedBehind: Typed = {}

/** A toggle key no keyboard has and no document lock: opening and closing are ours. */
const options = { toggleShortcut: 'F24', disableDocumentLock: true, animations: { enterMs: 0, exitMs: 0 } }

/**
 * The palette's engine. Commands are registered once, as one flat batch, when the palette opens; a record's own under a
 * separate root. No shortcuts are passed, since its listener fires while typing, on repeat and under dialogs.
 */
export function Engine({ resolved, perform, children }: { resolved: readonly ResolvedCommand[]; perform: Perform; children: ReactNode }) {
  const [actions] = useState(() => resolved.map((each): Action => actionOf(each, perform)))
  return (
    <KBarProvider actions={actions} options={options}>
      {children}
    </KBarProvider>
  )
}

/** Performs a command with the arguments typed after it. */
export type Perform = (resolved: ResolvedCommand, given: Typed) => void

function actionOf(resolved: ResolvedCommand, perform: Perform, root?: string): Action {
  const { id, section, keywords = '' } = resolved.command
  const nested = root === undefined ? {} : { parent: root }
  return { id: idIn(root, id), name: resolved.title, section, keywords, perform: () => perform(resolved, typedBehind), ...nested }
}

/** The action id under a root; the same command exists under several records. */
const idIn = (root: string | undefined, id: string) => (root === undefined ? id : `${root}/${id}`)

/** Whether the palette asks for the command's arguments itself. */
export const takesArguments = ({ command }: ResolvedCommand) => (command.args?.length ?? 0) > 0

/**
 * The commands of a level and a function to perform one.
 * @param level the root they are nested under; none for the top level
 */
export function useEngine(
  resolved: readonly ResolvedCommand[],
  level?: string,
): { commands: PaletteCommand[]; perform: (id: string, given?: Typed) => void } {
  const { actions } = useKBar((state) => ({ actions: state.actions, root: state.currentRootActionId }))
  return useMemo(() => {
    const byId = new Map(resolved.map((each) => [idIn(level, each.command.id), each]))
    const commands = Object.values(actions).flatMap(({ id, parent, keywords = '' }) => {
      const own = byId.get(id)
      return own && parent === level ? [{ id, keywords, resolved: own }] : []
    })
    const perform = (id: string, given: Typed = {}) => {
      typedBehind = given
      try {
        actions[id]?.command?.perform()
      } finally {
        typedBehind = {}
      }
    }
    return { commands, perform }
  }, [actions, resolved, level])
}

/**
 * Enters a record's commands while mounted. Parent and children are registered in one batch, since the engine throws on
 * a child without its parent.
 * @param resolved null until known
 */
export function useNesting(root: string, name: string, resolved: readonly ResolvedCommand[] | null, perform: Perform) {
  const { query } = useKBar()
  useLayoutEffect(() => {
    if (resolved === null) return
    const unregister = query.registerActions([{ id: root, name }, ...resolved.map((each) => actionOf(each, perform, root))])
    query.setCurrentRootAction(root)
    return () => {
      query.setCurrentRootAction(null)
      unregister()
    }
  }, [query, root, name, resolved, perform])
}
