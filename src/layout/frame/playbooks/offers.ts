import type { QueryClient } from '@tanstack/react-query'
import { fetchLastActions } from '../../../api/playbooks.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { stepsOfActions } from '../../../commands/playbooks/last-actions.ts'
import { type PlaybookType, playbookTypes } from '../../../contract/playbooks.ts'
import { commandsNow } from '../../commands/commands-now.ts'
import { toastSuccess } from '../../kit/toasts.tsx'
import { preferencesNow, savePreferences } from '../../session/preferences.ts'

/** The hint that is switched off in the settings. */
export const playbookHints = 'playbooks'

/** From how many records on the same is worth a playbook. */
const minTimes = 3

/** Milliseconds after a change: by then its own toast has been read, and another change may have followed. */
const pauseMs = 2000

/**
 * Offers to make a playbook of what the person did to a record, once they did the same two or more things to three within a week. Each
 * such sequence is offered once.
 * @returns a function that stops it
 */
export function offerPlaybooks(queryClient: QueryClient, contextNow: () => CommandContext): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    if (type !== 'updated' || mutation?.state.status !== 'success' || mutation.meta?.call === undefined) return
    // What was changed is on screen, or was chosen in the palette and is not: then nothing is offered.
    const record = contextNow().targets.find((target) => playbookTypes.some((each) => each === target.type))
    clearTimeout(timer)
    if (record && preferencesNow().hints?.[playbookHints] !== false)
      timer = setTimeout(() => void offer(record.type as PlaybookType, record.record.id, contextNow).catch(() => {}), pauseMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

async function offer(type: PlaybookType, id: number, contextNow: () => CommandContext): Promise<void> {
  const { actions, times } = await fetchLastActions(type, id)
  const hint = `${playbookHints}:${type}:${actions.map(({ action }) => action).join(' ')}`.slice(0, 300)
  if (times < minTimes || preferencesNow().hints?.[hint] !== undefined) return
  if (stepsOfActions(actions, type, commandsNow()).length < 2) return
  void savePreferences({ hints: { [hint]: true } })
  toastSuccess(`You have done these ${actions.length} things to ${times} customers within a week.`, {
    action: { label: 'Make this a playbook', onClick: () => contextNow().navigate(`/playbooks?from=${type}.${id}`) },
  })
}
