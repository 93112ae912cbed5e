import { KBarProvider } from 'kbar/lib/KBarContextProvider.js'
import type { Action } from 'kbar/lib/types.js'
import { useKBar } from 'kbar/lib/useKBar.js'
import { type ReactNode, useMemo, useState } from 'react'
import type { ResolvedCommand } from '../../../commands/resolve.ts'
import type { PaletteCommand } from './groups.ts'

/** Its own toggle key is one that no keyboard has, and it must not lock the document: opening and closing are ours. */
const options = { toggleShortcut: 'F24', disableDocumentLock: true, animations: { enterMs: 0, exitMs: 0 } }

/**
 * The palette's engine. The commands are registered as one flat batch, once, when the palette opens; no shortcuts are passed,
 * because its listener fires while typing, on repeat and under dialogs.
 */
export function Engine({
  resolved,
  perform,
  children,
}: {
  resolved: readonly ResolvedCommand[]
  perform: (resolved: ResolvedCommand) => void
  children: ReactNode
}) {
  const [actions] = useState(() => resolved.map((each): Action => actionOf(each, perform)))
  return (
    <KBarProvider actions={actions} options={options}>
      {children}
    </KBarProvider>
  )
}

function actionOf(resolved: ResolvedCommand, perform: (resolved: ResolvedCommand) => void): Action {
  const { id, section, keywords = '' } = resolved.command
  return { id, name: resolved.title, section, keywords, perform: () => perform(resolved) }
}

/** Whether the palette itself asks for what the command needs, instead of a dialog after it. */
export const takesArguments = ({ command }: ResolvedCommand) => (command.args?.length ?? 0) > 0

/** The commands at the level where the palette stands, and how one is performed. */
export function useEngine(resolved: readonly ResolvedCommand[]): { commands: PaletteCommand[]; perform: (id: string) => void } {
  const { actions, root } = useKBar((state) => ({ actions: state.actions, root: state.currentRootActionId ?? undefined }))
  return useMemo(() => {
    const byId = new Map(resolved.map((each) => [each.command.id, each]))
    const commands = Object.values(actions).flatMap(({ id, parent, keywords = '' }) => {
      const own = byId.get(id)
      return own && parent === root ? [{ id, keywords, resolved: own }] : []
    })
    return { commands, perform: (id) => void actions[id]?.command?.perform() }
  }, [actions, root, resolved])
}
