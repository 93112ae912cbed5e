import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiHas } from '../../../api/features.ts'
import { playbooksQuery } from '../../../api/playbooks.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { ResolvedCommand } from '../../../commands/engine/resolve.ts'
import type { Target } from '../../../commands/engine/targets.ts'
import { keyScheme } from '../../../commands/keys/key-scheme.ts'
import { loadPlan } from '../../../commands/playbooks/plan.ts'
import { askingCommand, playbookCommands, playbookId, whyNotRun } from '../../../commands/playbooks/playbook-command.ts'
import { commands as registry } from '../../../commands/registry.ts'
import { maxPlaybookRecords, type Playbook } from '../../../contract/playbooks.ts'
import { commandsNow, declared, loadCommands } from '../../commands/commands-now.ts'
import type { Run } from '../../commands/questions.ts'
import { useComing } from '../../commands/use-commands.ts'
import { say } from '../../kit/notice.ts'
import { useStore } from '../../kit/store.ts'
import { lastingToast, toastError } from '../../kit/toasts.tsx'
import { offerPlaybooks } from './offers.ts'
import { RunToast } from './run-toast.tsx'
import { followRuns, shownRuns } from './runs.ts'

/**
 * Declares the person's playbooks as commands, so that palette, menus and keys find them by their names, and shows the runs. Of two that
 * want the same keys the later one goes without.
 */
export function PlaybookCommands({ contextNow, run }: { contextNow: () => CommandContext; run: Run }) {
  const queryClient = useQueryClient()
  const { data, isLoading } = useQuery({ ...playbooksQuery(), enabled: apiHas('playbooks') })
  const [known, setKnown] = useState<readonly Playbook[]>()
  // Keys may be meant for one of them.
  useComing(isLoading || (data !== undefined && known === undefined))
  const isShown = useStore(shownRuns).length > 0
  useEffect(() => {
    if (!data) return
    const begin = (playbook: Playbook) => (_context: CommandContext, target: Target) => {
      beginRun(playbook, target, contextNow, run).catch((error: unknown) => toastError(`${playbook.name}: not done`, error))
    }
    const own = data.rows.flatMap((playbook) => playbookCommands({ ...playbook, keys: null }, begin(playbook)))
    const keys = data.rows.flatMap(({ id, keys }) => (keys === null ? [] : [[playbookId(id), keys] as const]))
    const { commands } = keyScheme([...registry, ...own], Object.fromEntries(keys))
    void loadCommands().then(() => {
      declared.set([...registry, ...commands.slice(registry.length)])
      setKnown(data.rows)
    })
  }, [data, contextNow, run])
  useEffect(() => refetchUndone(queryClient), [queryClient])
  useEffect(() => (apiHas('playbooks') ? offerPlaybooks(queryClient, contextNow) : undefined), [queryClient, contextNow])
  useEffect(() => {
    if (!isShown) return
    lastingToast.set({ Toast: RunToast })
    return () => lastingToast.set(null)
  }, [isShown, queryClient])
  return null
}

/** Refetches the playbooks or words once an undo has changed one: nothing else that is undone has to wait for them. */
const refetchUndone = (queryClient: QueryClient) =>
  queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    if (type !== 'updated' || mutation?.state.status !== 'success') return
    const { action } = (mutation.state.data ?? {}) as { action?: unknown }
    const [, kind] = /^(playbook|word)\./.exec(String(action)) ?? []
    if (kind !== undefined) void queryClient.invalidateQueries({ queryKey: [`${kind}s`] })
  })

/** Loads what a playbook needs to know of its records, and asks; a blocked one says why. */
async function beginRun(playbook: Playbook, named: Target, contextNow: () => CommandContext, run: Run): Promise<void> {
  const { name } = playbook
  const world = { commands: commandsNow(), context: contextNow() }
  const ids = 'ids' in named.record ? named.record.ids : [named.record.id]
  if (ids.length > maxPlaybookRecords) return say(`${name}: at most ${maxPlaybookRecords} at a time.`)
  const targets = (await Promise.all(ids.map((id) => loadPlan(playbook, { id }, world)))).filter((target) => target !== null)
  const [first] = targets
  if (!first) return say(`${name}: the record is gone.`)
  const reasons = targets.map((target) => whyNotRun(playbook, target, world))
  if (!reasons.includes(null)) return say(`${name} – unavailable: ${reasons[0]}`)
  const { queryClient } = world.context
  const started = (runs: Parameters<typeof followRuns>[1]) => void followRuns(queryClient, runs)
  const command = askingCommand(playbook, targets, { commands: world.commands, contextNow, started })
  const target = targets.length > 1 ? named : first
  run({ command, target, title: name, menuTitle: '', availability: { state: 'ready' } } satisfies ResolvedCommand)
}
