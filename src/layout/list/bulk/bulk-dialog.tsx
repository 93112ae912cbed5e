import { Dialog } from '@primer/react'
import { useEffect, useRef, useState } from 'react'
import { countedRecords } from '../../../commands/engine/record-types.ts'
import { formatCount } from '../../../contract/count.ts'
import { bulkState, type OpenBulk } from '../../commands/bulk-state.ts'
import { listsOnScreen } from '../../commands/on-screen.ts'
import { paletteState } from '../../commands/palette-state.ts'
import { questions } from '../../commands/questions.ts'
import { Button } from '../../kit/button.tsx'
import { say } from '../../kit/notice.ts'
import { isMac } from '../../kit/platform.ts'
import { useKeyAhead } from '../../kit/use-key-ahead.ts'
import { useListener } from '../../kit/use-listener.ts'
import { DoButton } from '../../questions/confirm-button.tsx'
import { Touches } from '../../questions/consequence.tsx'
import { unconfirmed, useConfirmKey, useEnterOnText } from '../../questions/use-confirmation.ts'
import { BulkList } from './bulk-list.tsx'
import { idsIn } from './bulk-rows.ts'
import { BulkSummary } from './bulk-summary.tsx'
import { useBulk } from './use-bulk.ts'

/**
 * A bulk change: a preview per record, then, once confirmed, the change part by part, which can be stopped. At the end
 * each record's outcome, with retry and undo.
 */
export function BulkDialog({ open: { job, returnFocus } }: { open: OpenBulk }) {
  const bulk = useBulk(job)
  const { phase, rows, counts } = bulk
  const { touches } = job
  const possible = idsIn(rows, 'possible')
  const returnTo = useRef(returnFocus)
  const body = useRef<HTMLDivElement>(null)
  // Leaving the page would stop it midway, so the browser asks first.
  useListener(window, 'beforeunload', (event) => phase === 'running' && event.preventDefault())

  const doButton = useRef<HTMLButtonElement>(null)
  const mayDo = phase === 'ready' && counts.possible > 0
  const isFinal = job.undo === 'final'
  // The pressed button may be gone. What can be reversed takes one Enter; else focus the body, where the outcome is read out.
  useEffect(() => {
    if (mayDo && !isFinal) doButton.current?.focus()
    else if (phase === 'over' || phase === 'ready') body.current?.focus()
  }, [phase, mayDo, isFinal])

  const close = () => {
    if (phase === 'running' || phase === 'undoing') return say('It is still running. Stop it first.')
    // The selected records are done.
    if (phase === 'over') listsOnScreen.all()[0]?.selection?.clear()
    bulkState.set(null)
  }
  const doIt = () => {
    if (mayDo) bulk.run('possible')
  }
  const label = job.confirmLabel?.(counts.possible) ?? `Do it for ${formatCount(counts.possible)}`
  const [isHinted, setHinted] = useState(false)
  useConfirmKey(body, doIt)
  useKeyAhead(
    (event) => isUndoKey(event) && bulk.canUndo && phase === 'over' && !paletteState.get().isOpen && questions.get().length === 0,
    () => bulk.undo(),
  )
  const tooEarly = () => say('Nothing changed. Still checking what is possible.')
  useEnterOnText(body, phase === 'previewing' ? tooEarly : mayDo && isFinal ? () => setHinted(true) : null)

  return (
    <Dialog
      title={`${job.title}: ${countedRecords(job.of, job.ids.length)}`}
      width="xlarge"
      position={{ narrow: 'fullscreen', regular: 'center' }}
      onClose={close}
      // Enter before all is checked must not close it.
      initialFocusRef={body}
      returnFocusRef={returnTo}
      renderFooter={() => (
        <Dialog.Footer>
          <p role="status" className="grow note self-centre">
            {isHinted && mayDo && unconfirmed(label)}
          </p>
          {phase === 'running' ? (
            <Button disabled={bulk.isStopping} onClick={bulk.stop}>
              {bulk.isStopping ? 'Stopping…' : 'Stop'}
            </Button>
          ) : (
            <Button disabled={phase === 'undoing'} onClick={close}>
              {phase === 'over' || phase === 'undoing' ? 'Close' : 'Cancel'}
            </Button>
          )}
          {mayDo && <DoButton ref={doButton} isGuarded={isFinal} label={label} onPress={doIt} />}
          {phase === 'over' && counts.possible > 0 && (
            <Button onClick={() => bulk.run('possible')}>{`Continue with ${formatCount(counts.possible)}`}</Button>
          )}
          {phase === 'over' && counts.failed > 0 && (
            <Button variant="primary" onClick={() => bulk.run('failed')}>
              {`Retry ${formatCount(counts.failed)} that failed`}
            </Button>
          )}
        </Dialog.Footer>
      )}
    >
      <div ref={body} tabIndex={-1} className="column gap-12 can-shrink quiet">
        <BulkSummary bulk={bulk} job={job} />
        {mayDo && touches && <Touches of={['bulk', possible]} ask={() => touches(possible)} />}
        <BulkList bulk={bulk} of={job.of} />
      </div>
    </Dialog>
  )
}

const isUndoKey = ({ key, metaKey, ctrlKey }: KeyboardEvent) => key === 'z' && (isMac ? metaKey : ctrlKey)
