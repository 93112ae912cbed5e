import { KBarProvider } from 'kbar/lib/KBarContextProvider.js'
import type { Action } from 'kbar/lib/types.js'
import { useKBar } from 'kbar/lib/useKBar.js'
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import type { Typed } from '../../commands/answers.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import type { PaletteCommand } from './groups.ts'

/** What was typed behind the command that is just being performed. It goes past the engine, whose actions are performed with nothing. */
let typedBehind: Typed = {}

/** Its own toggle key is one that no keyboard has, and it must not lock the document: opening and closing are ours. */
const options = { toggleShortcut: 'F24', disableDocumentLock: true, animations: { enterMs: 0, exitMs: 0 } }

/**
 * The palette's engine. The commands are registered as one flat batch, once, when the palette opens, and those of a record
 * that one acts on under a root of their own; no shortcuts are passed,
 * because its listener fires while typing, on repeat and under dialogs.
 */
export function Engine({ resolved, perform, children }: { resolved: readonly ResolvedCommand[]; perform: Perform; children: ReactNode }) {
  const [actions] = useState(() => resolved.map((each): Action => actionOf(each, perform)))
  return (
    <KBarProvider actions={actions} options={options}>
      {children}
    </KBarProvider>
  )
}

/** Performs a command, with what was typed behind it. */
export type Perform = (resolved: ResolvedCommand, given: Typed) => void

function actionOf(resolved: ResolvedCommand, perform: Perform, root?: string): Action {
  const { id, section, keywords = '' } = resolved.command
  const nested = root === undefined ? {} : { parent: root }
  return { id: idIn(root, id), name: resolved.title, section, keywords, perform: () => perform(resolved, typedBehind), ...nested }
}

/** What a command is called within a root: the same command stands under the records of several. */
const idIn = (root: string | undefined, id: string) => (root === undefined ? id : `${root}/${id}`)

/** Whether the palette itself asks for what the command needs, instead of a dialog after it. */
export const takesArguments = ({ command }: ResolvedCommand) => (command.args?.length ?? 0) > 0

/**
 * The commands of a level, and how one is performed.
 * @param level the root that they are nested under; absent for those at the top
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
 * Goes one level down, to the commands of one record, as long as the component shows them. Parent and children are registered in one
 * batch, from here alone: the engine throws where a child comes before its parent.
 * @param resolved null while they are not known yet
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
