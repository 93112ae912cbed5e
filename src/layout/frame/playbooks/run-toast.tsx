import { AlertIcon, WorkflowIcon, XIcon } from '@primer/octicons-react'
import { useQueryClient } from '@tanstack/react-query'
import { formatCount } from '../../../contract/count.ts'
import type { PlaybookRun } from '../../../contract/playbooks.ts'
import { useStore } from '../../kit/store.ts'
import toaster from '../../kit/toaster.module.css'
import styles from './run-toast.module.css'
import { dropRuns, goOn, type Runs, shownRuns, undoRuns } from './runs.ts'

/** The runs in progress, and what stopped. */
export function RunToast() {
  return (
    <div className="column gap-8">
      {useStore(shownRuns).map((runs) => {
        const isRunning = runs.some(({ state }) => state === 'running')
        return isRunning ? <Running key={runs[0]?.key} runs={runs} /> : <Stopped key={runs[0]?.key} runs={runs} />
      })}
    </div>
  )
}

const isOver = ({ state }: PlaybookRun['steps'][number]) => state === 'done' || state === 'left-out'

function Running({ runs }: { runs: Runs }) {
  const name = runs[0]?.name
  const steps = runs.flatMap((run) => run.steps)
  const done = steps.filter(isOver).length
  const place = runs.findIndex(({ state }) => state === 'running')
  const own = runs[place]?.steps ?? []
  const now = own.find(({ state }) => state === 'running' || state === 'waiting')
  const step = `Step ${Math.min(own.filter(isOver).length + 1, own.length)} of ${own.length}${now ? `: ${now.title}` : ''}`
  const text = runs.length > 1 ? `Record ${formatCount(place + 1)} of ${formatCount(runs.length)}. ${step}` : step
  return (
    <div className={toaster.toast}>
      <WorkflowIcon className="muted lowered" />
      <div className="column can-shrink grow breaks">
        <strong className="medium">{name}</strong>
        <div
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={steps.length}
          aria-valuenow={done}
          aria-valuetext={text}
          className="column gap-4"
        >
          <span className="muted">{text}</span>
          <span className="progress">
            <span style={{ inlineSize: `${(100 * done) / steps.length}%` }} />
          </span>
        </div>
      </div>
    </div>
  )
}

/** Which step failed and why, and how to go on; of several runs, the first that stopped. */
function Stopped({ runs }: { runs: Runs }) {
  const queryClient = useQueryClient()
  const stopped = runs.filter(({ state }) => state === 'stopped')
  const { name = '', steps = [] } = stopped[0] ?? {}
  const place = steps.findIndex(({ state }) => state === 'failed')
  const failed = steps[place]
  const isUndoable = runs.some((run) => run.steps.some(({ undoable, state }) => undoable && state === 'done'))
  const where = runs.length > 1 ? `on ${stopped.length} of ${runs.length} records` : `at step ${place + 1} of ${steps.length}`
  return (
    <div className={toaster.toast} data-kind="error" role="alert">
      <AlertIcon className="danger lowered" />
      <div className="column can-shrink grow breaks">
        <strong className="medium">{`${name} stopped ${where}`}</strong>
        <span className="muted">{`${failed?.title ?? ''}: ${failed?.message ?? ''}`}</span>
        <span className={styles.actions}>
          <button type="button" className={toaster.action} onClick={() => void goOn(queryClient, runs, false)}>
            {`Go on from step ${place + 1}`}
          </button>
          {place + 1 < steps.length && (
            <button type="button" className={toaster.action} onClick={() => void goOn(queryClient, runs, true)}>
              Go on without it
            </button>
          )}
          {isUndoable && (
            <button type="button" className={toaster.action} onClick={() => void undoRuns(queryClient, runs)}>
              Undo
            </button>
          )}
        </span>
      </div>
      <button type="button" className={toaster.close} aria-label="Close message" onClick={() => dropRuns(runs)}>
        <XIcon />
      </button>
    </div>
  )
}
