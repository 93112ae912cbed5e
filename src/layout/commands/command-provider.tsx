import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { keyLabel } from '../../commands/key-labels.ts'
import { commands } from '../../commands/registry.ts'
import { type ResolvedCommand, resolveAll } from '../../commands/resolve.ts'
import { runCommand } from '../../commands/run.ts'
import type { CurrentUser } from '../../contract/auth.ts'
import { commandContext } from './command-context.ts'
import { CommandMenu } from './command-menu.tsx'
import { useKeyListener } from './key-listener.ts'
import { KeyStatus } from './key-status.tsx'
import { LazySurfaces } from './lazy-surfaces.tsx'
import { openPalette } from './palette-state.ts'
import { isMac } from './platform.ts'
import { preloadViews } from './preload-views.ts'
import type { Surface } from './questions.ts'
import { rememberCommand } from './recent.ts'
import { createRunnerScreen } from './runner-screen.ts'
import { type Commands, CommandsContext } from './use-commands.ts'

const paletteKeys = keyLabel(commands.find((command) => command.id === 'palette.open')?.keys ?? '', isMac)

/**
 * Makes the commands available to everything inside, and carries their surfaces: keyboard, menus, palette, confirmations and
 * the sheet of keys. Stands in the signed-in layout, within the router and the query client.
 */
export function CommandProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { contextNow, preload, run, surface } = useMemo(() => {
    const contextNow = () => commandContext(user, queryClient, router)
    const run = ({ command, target }: ResolvedCommand, from: Surface = 'dialog') => {
      // Moving through a list, and opening the palette itself, are not what one looks for in the palette.
      if (command.scope !== 'list' && !command.everywhere) rememberCommand(user.id, command.id)
      void runCommand(command, contextNow, target, createRunnerScreen(queryClient, contextNow, from))
    }
    const resolveIn: Commands['resolveIn'] = (place, target) => {
      const context = contextNow()
      return resolveAll(commands, context, target === undefined ? (context.targets[0] ?? null) : target, place)
    }
    const preload = (paths: readonly string[]) => preloadViews(router, paths)
    return {
      contextNow,
      preload,
      run,
      surface: { resolveIn, run: (resolved) => run(resolved), openPalette, paletteKeys } satisfies Commands,
    }
  }, [user, queryClient, router])
  useKeyListener(contextNow, surface.run)
  return (
    <CommandsContext value={surface}>
      {children}
      <CommandMenu />
      <KeyStatus />
      <LazySurfaces contextNow={contextNow} run={run} preload={preload} />
    </CommandsContext>
  )
}
