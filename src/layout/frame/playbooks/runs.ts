import type { QueryClient } from '@tanstack/react-query'
import { fetchRun, goOnRunMutation, runChanges } from '../../../api/playbooks.ts'
import { runMutation } from '../../../api/run-mutation.ts'
import { undoBatchMutation } from '../../../api/undo.ts'
import { formatCount } from '../../../contract/count.ts'
import type { PlaybookRun } from '../../../contract/playbooks.ts'
import { toastError, toastSuccess } from '../../kit/toasts.tsx'
import { visitStore } from '../../session/visit.ts'

/** The runs of a playbook that were started together; at least one. */
export type Runs = readonly PlaybookRun[]

/** Those that are shown: in progress, or stopped until they are dealt with. */
export const shownRuns = visitStore<readonly Runs[]>(() => [])

const pauseMs = 300

const isSame = (runs: Runs, others: Runs) => runs[0]?.key === others[0]?.key

/** Drops runs from the screen; on the server they go on. */
export const dropRuns = (runs: Runs) => shownRuns.set(shownRuns.get().filter((others) => !isSame(runs, others)))

const show = (runs: Runs) => shownRuns.set([...shownRuns.get().filter((others) => !isSame(runs, others)), runs])

const isShown = (runs: Runs) => shownRuns.get().some((others) => isSame(runs, others))

/** Follows runs until they end. Their steps are made on the server, one run after the other, whether or not anybody follows. */
export async function followRuns(queryClient: QueryClient, started: Runs): Promise<void> {
  let runs = started
  show(runs)
  for (;;) {
    const run = runs.find(({ state }) => state === 'running')
    if (!run) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (!isShown(runs)) return
    try {
      const now = await fetchRun(run.key)
      runs = runs.with(runs.indexOf(run), now)
    } catch {
      // The connection is gone for a moment; the runs are not.
      continue
    }
    if (!isShown(runs)) return
    show(runs)
  }
  for (const queryKey of runChanges) void queryClient.invalidateQueries({ queryKey })
  if (runs.some(({ state }) => state === 'stopped')) return
  dropRuns(runs)
  tellDone(queryClient, runs)
}

/** 'Refund and cancel: 2 steps done.', with what can be undone. */
function tellDone(queryClient: QueryClient, runs: Runs) {
  const steps = runs.flatMap((run) => run.steps)
  const left = steps.filter(({ state }) => state === 'left-out').length
  const done = steps.filter(({ state }) => state === 'done')
  const on = runs.length > 1 ? ` on ${formatCount(runs.length)} records` : ''
  const message = `${runs[0]?.name}: ${counted(done.length)} done${on}${left === 0 ? '' : `, ${left} left out`}.`
  const undo = { action: { label: 'Undo', onClick: () => void undoRuns(queryClient, runs) } }
  toastSuccess(message, done.some(({ undoable }) => undoable) ? undo : {})
}

const counted = (steps: number) => (steps === 1 ? '1 step' : `${formatCount(steps)} steps`)

/** Takes back what can be, the latest run first, and says what can't. */
export async function undoRuns(queryClient: QueryClient, runs: Runs): Promise<void> {
  let undone = 0
  const refusals: string[] = []
  try {
    for (const { key, steps } of runs.toReversed()) {
      if (!steps.some(({ state, undoable }) => state === 'done' && undoable)) continue
      const result = await runMutation(queryClient, undoBatchMutation(), key)
      undone += result.undone
      refusals.push(...result.kept.map(({ refusal }) => refusal))
    }
    const whole = `${runs[0]?.name}: ${counted(undone)} ${undone === 1 ? 'was' : 'were'} undone`
    if (refusals.length === 0) toastSuccess(`${whole}.`)
    else toastError(`${whole}, ${refusals.length} can’t be`, null, [...new Set(refusals)].join(' '))
    dropRuns(runs)
  } catch (error) {
    toastError('Not undone', error)
  }
}

/** Goes on with the runs that stopped, at the step that failed or after it. */
export async function goOn(queryClient: QueryClient, runs: Runs, isWithout: boolean): Promise<void> {
  try {
    const now: PlaybookRun[] = []
    for (const run of runs)
      now.push(run.state === 'stopped' ? await runMutation(queryClient, goOnRunMutation(), { key: run.key, isWithout }) : run)
    await followRuns(queryClient, now)
  } catch (error) {
    toastError(`${runs[0]?.name}: not continued`, error)
  }
}
