import { AlertIcon, WorkflowIcon, XIcon } from '@primer/octicons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { PlaybookRun } from '../../../contract/playbooks.ts'
import { useStore } from '../../kit/store.ts'
import toaster from '../../kit/toaster.module.css'
import styles from './run-toast.module.css'
import { dropRun, goOn, shownRuns, undoRun } from './runs.ts'

/** The runs in progress, and what stopped. */
export function RunToast() {
  const runs = useStore(shownRuns)
  return (
    <div className="column gap-8">
      {runs.map((run) => (run.state === 'stopped' ? <Stopped key={run.key} run={run} /> : <Running key={run.key} run={run} />))}
    </div>
  )
}

function Running({ run: { name, steps } }: { run: PlaybookRun }) {
  const done = steps.filter(({ state }) => state === 'done' || state === 'left-out').length
  const now = steps.find(({ state }) => state === 'running' || state === 'waiting')
  const text = `Step ${Math.min(done + 1, steps.length)} of ${steps.length}${now ? `: ${now.title}` : ''}`
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

/** Which step failed and why, and how to go on. */
function Stopped({ run }: { run: PlaybookRun }) {
  const queryClient = useQueryClient()
  const place = run.steps.findIndex(({ state }) => state === 'failed')
  const failed = run.steps[place]
  const isUndoable = run.steps.some(({ undoable, state }) => undoable && state === 'done')
  return (
    <div className={toaster.toast} data-kind="error" role="alert">
      <AlertIcon className="danger lowered" />
      <div className="column can-shrink grow breaks">
        <strong className="medium">{`${run.name} stopped at step ${place + 1} of ${run.steps.length}`}</strong>
        <span className="muted">{`${failed?.title ?? ''}: ${failed?.message ?? ''}`}</span>
        <span className={styles.actions}>
          <button type="button" className={toaster.action} onClick={() => void goOn(queryClient, run, false)}>
            {`Go on from step ${place + 1}`}
          </button>
          {place + 1 < run.steps.length && (
            <button type="button" className={toaster.action} onClick={() => void goOn(queryClient, run, true)}>
              Go on without it
            </button>
          )}
          {isUndoable && (
            <button type="button" className={toaster.action} onClick={() => void undoRun(queryClient, run)}>
              Undo
            </button>
          )}
        </span>
      </div>
      <button type="button" className={toaster.close} aria-label="Close message" onClick={() => dropRun(run)}>
        <XIcon />
      </button>
    </div>
  )
}
