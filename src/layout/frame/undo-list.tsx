import { UndoIcon } from '@primer/octicons-react'
import { Dialog } from '@primer/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { undoableQuery, undoBatchMutation, undoMutation } from '../../api/undo.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { type UndoableChange, undoSeconds } from '../../contract/undo.ts'
import { closeConsoleDialog } from '../commands/console-dialog.ts'
import { Ago } from '../kit/ago.tsx'
import { Button } from '../kit/button.tsx'
import { ErrorPanel } from '../kit/error-panel.tsx'
import { Spinner } from '../kit/spinner.tsx'
import { dismissToast, errorText } from '../kit/toasts.tsx'
import styles from './undo-list.module.css'

/** The person's recent changes, to undo one by one in any order. */
export function UndoList() {
  const { data, error, isFetching, refetch } = useQuery(undoableQuery())
  const [message, setMessage] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const changes = data?.changes ?? []
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded && document.activeElement === body.current)
      body.current?.querySelector<HTMLElement>('button:not([aria-disabled])')?.focus()
  }, [isLoaded])
  const onDone = (message: string) => {
    setMessage(message)
    // The pressed button disappears with its row.
    body.current?.focus()
  }
  return (
    <Dialog
      title="Undo history"
      subtitle={`Your changes from the last ${undoSeconds / 60} minutes. Payments and refunds can’t be undone.`}
      width="large"
      position={{ narrow: 'fullscreen', regular: 'center' }}
      initialFocusRef={body}
      onClose={closeConsoleDialog}
    >
      <div ref={body} tabIndex={-1} className="quiet">
        <p role="status" className="never-empty semibold below-8">
          {message}
        </p>
        {data ? (
          changes.length === 0 ? (
            <p className="muted">You have nothing to undo right now.</p>
          ) : (
            <ul className="plain-list divided" aria-busy={isFetching}>
              {changes.map((change) => (
                <Change key={change.auditId} change={change} onDone={onDone} />
              ))}
            </ul>
          )
        ) : error && !isFetching ? (
          <ErrorPanel error={error} title="The changes could not be loaded" onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        )}
      </div>
    </Dialog>
  )
}

function Change({ change, onDone }: { change: UndoableChange; onDone: (message: string) => void }) {
  const { auditId, batch, at, what, refusal } = change
  const single = useMutation(undoMutation())
  const whole = useMutation(undoBatchMutation())
  const { isPending, error } = batch === null ? single : whole
  const undo = async () => {
    if (batch === null) {
      const { message } = await single.mutateAsync({ auditId })
      dismissToast(auditId)
      return onDone(message)
    }
    const { undone, kept } = await whole.mutateAsync(batch)
    onDone(`${what}: undone for ${undone}${kept.length === 0 ? '.' : `, ${kept.length} stay as they are. ${kept[0]?.refusal ?? ''}`}`)
  }
  const why = error ? errorText('', error) : refusal === null ? null : `Can’t be undone: ${refusal}`
  return (
    <li className={styles.change}>
      <div className="column can-shrink">
        <span className="breaks">{what}</span>
        <span className="note">
          <Ago at={at} />
          <span>{`, can be undone until ${formatDateTime(at + undoSeconds).slice(-8)}`}</span>
        </span>
        {why !== null && (
          <span id={`undo-${auditId}-why`} className="small attention">
            {why}
          </span>
        )}
      </div>
      <Button
        leadingVisual={UndoIcon}
        aria-label={`Undo: ${what}`}
        aria-describedby={why === null ? undefined : `undo-${auditId}-why`}
        inactive={refusal !== null}
        {...(refusal === null ? {} : { 'aria-disabled': true })}
        loading={isPending}
        loadingAnnouncement="Undoing…"
        onClick={() => {
          // The row itself shows the error.
          if (refusal === null && !isPending) undo().catch(() => {})
        }}
      >
        Undo
      </Button>
    </li>
  )
}
