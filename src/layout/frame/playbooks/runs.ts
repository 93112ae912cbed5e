import type { QueryClient } from '@tanstack/react-query'
import { fetchRun, goOnRunMutation, runChanges } from '../../../api/playbooks.ts'
import { runMutation } from '../../../api/run-mutation.ts'
import { undoBatchMutation } from '../../../api/undo.ts'
import type { PlaybookRun } from '../../../contract/playbooks.ts'
import { toastError, toastSuccess } from '../../kit/toasts.tsx'
import { visitStore } from '../../session/visit.ts'

/** Runs that are shown: those in progress, and the last one that stopped until it is dealt with. */
export const shownRuns = visitStore<readonly PlaybookRun[]>(() => [])

const pauseMs = 300

/** Drops a run from the screen; on the server it goes on. */
export const dropRun = ({ key }: PlaybookRun) => shownRuns.set(shownRuns.get().filter((run) => run.key !== key))

const show = (run: PlaybookRun) => shownRuns.set([...shownRuns.get().filter(({ key }) => key !== run.key), run])

/** Follows a run until it ends. Its steps are made on the server, whether or not anybody follows. */
export async function followRun(queryClient: QueryClient, started: PlaybookRun): Promise<void> {
  show(started)
  let run = started
  while (run.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (!isShown(run)) return
    try {
      run = await fetchRun(run.key)
    } catch {
      // The connection is gone for a moment; the run is not.
      continue
    }
    if (!isShown(run)) return
    show(run)
  }
  for (const queryKey of runChanges) void queryClient.invalidateQueries({ queryKey })
  if (run.state === 'done') {
    dropRun(run)
    tellDone(queryClient, run)
  }
}

const isShown = ({ key }: PlaybookRun) => shownRuns.get().some((run) => run.key === key)

/** 'Refund and cancel: done.', with what can be undone. */
function tellDone(queryClient: QueryClient, run: PlaybookRun) {
  const left = run.steps.filter(({ state }) => state === 'left-out').length
  const done = run.steps.filter(({ state }) => state === 'done')
  const message = `${run.name}: ${done.length} ${done.length === 1 ? 'step' : 'steps'} done${left === 0 ? '' : `, ${left} left out`}.`
  const undo = { action: { label: 'Undo', onClick: () => void undoRun(queryClient, run) } }
  toastSuccess(message, done.some(({ undoable }) => undoable) ? undo : {})
}

/** Takes back what can be, and says what can't. */
export async function undoRun(queryClient: QueryClient, run: PlaybookRun): Promise<void> {
  try {
    const { undone, kept } = await runMutation(queryClient, undoBatchMutation(), run.key)
    const whole = `${run.name}: ${undone} ${undone === 1 ? 'step was' : 'steps were'} undone`
    if (kept.length === 0) toastSuccess(`${whole}.`)
    else toastError(`${whole}, ${kept.length} can’t be`, null, kept.map(({ refusal }) => refusal).join(' '))
    dropRun(run)
  } catch (error) {
    toastError('Not undone', error)
  }
}

/** Goes on with a run that stopped, at the step that failed or after it. */
export async function goOn(queryClient: QueryClient, run: PlaybookRun, isWithout: boolean): Promise<void> {
  try {
    await followRun(queryClient, await runMutation(queryClient, goOnRunMutation(), { key: run.key, isWithout }))
  } catch (error) {
    toastError(`${run.name}: not continued`, error)
  }
}
