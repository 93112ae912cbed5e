import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { type ResolvedCommand, resolveAll } from '../../commands/engine/resolve.ts'
import { runCommand } from '../../commands/engine/run.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { CurrentUser } from '../../contract/auth.ts'
import { commandContext } from '../commands/command-context.ts'
import { commandsNow, useCommandsNow } from '../commands/commands-now.ts'
import { lastRun } from '../commands/last-run.ts'
import { openPalette } from '../commands/palette-state.ts'
import type { Run } from '../commands/questions.ts'
import { rememberCommand } from '../commands/recent.ts'
import { createRunnerScreen } from '../commands/runner-screen.ts'
import { type Commands, CommandsContext, useComing } from '../commands/use-commands.ts'
import { KeyStatus } from '../keyboard/key-status.tsx'
import { preloadViews } from '../kit/preload-views.ts'
import { useKeyListener } from './key-listener.ts'
import { Later } from './later.tsx'

/**
 * Provides the commands and mounts their surfaces: keyboard, menus, palette,
 * confirmations and cheat sheet. Needs the router and the query client.
 */
export function CommandProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const commands = useCommandsNow()
  const { contextNow, preload, run } = useMemo(() => {
    const contextNow = () => commandContext(user, queryClient, router, goOn)
    const run: Run = ({ command, target }, from = 'dialog', opening) => {
      // Moving through lists and opening the palette aren't worth remembering as recent.
      if (command.scope !== 'list' && command.scope !== 'walk' && !command.everywhere) rememberCommand(user.id, command.id)
      lastRun.set({ command })
      void runCommand(command, contextNow, target, createRunnerScreen(queryClient, contextNow, from, opening), opening?.isLink)
    }
    const goOn = (id: string, target: Target) => {
      const command = commandsNow().find((each) => each.id === id)
      if (command) run({ command, target } as ResolvedCommand)
    }
    const preload = (paths: readonly string[]) => void preloadViews(router, paths)
    return { contextNow, preload, run }
  }, [user, queryClient, router])
  // A new object when keys change, so whatever shows them re-renders.
  const surface = useMemo((): Commands => {
    const resolveIn: Commands['resolveIn'] = (place, target) => {
      const context = contextNow()
      return resolveAll(commands, context, target === undefined ? (context.targets[0] ?? null) : target, place)
    }
    return { resolveIn, run: (resolved) => run(resolved), openPalette }
  }, [commands, contextNow, run])
  useKeyListener(contextNow, surface.run)
  return (
    <CommandsContext value={surface}>
      {children}
      <NextPage />
      <KeyStatus />
      <Later contextNow={contextNow} run={run} preload={preload} />
    </CommandsContext>
  )
}

/** Makes keys wait for a pending navigation. A component of its own, so navigating re-renders nothing else. */
function NextPage() {
  useComing(useRouterState({ select: ({ status }) => status === 'pending' }))
  return null
}
