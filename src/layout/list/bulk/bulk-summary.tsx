import { AlertIcon, CheckCircleIcon, UndoIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import type { BulkJob } from '../../../commands/engine/context.ts'
import { countedRecords } from '../../../commands/engine/record-types.ts'
import { strokeLabel } from '../../../commands/keys/key-labels.ts'
import { formatCount } from '../../../contract/count.ts'
import { undoSeconds } from '../../../contract/undo.ts'
import { Button } from '../../kit/button.tsx'
import { isMac } from '../../kit/platform.ts'
import consequence from '../../questions/consequence.module.css'
import styles from './bulk.module.css'
import type { Bulk } from './use-bulk.ts'

interface SummaryProps {
  bulk: Bulk
  job: BulkJob
}

/** The progress and outcome in words, read out live. */
export function BulkSummary({ bulk, job }: SummaryProps) {
  const { of, undo } = job
  const counted = (count: number) => countedRecords(of, count)
  const { rows, counts, phase, isStopping } = bulk
  const { ran, wanted } = bulk.progress
  const looked = rows.length - counts.unseen
  if (phase === 'previewing')
    return (
      <Progress label="Checking what is possible" at={looked} of={rows.length}>
        {`Checking what is possible: ${formatCount(looked)} of ${formatCount(rows.length)}`}
      </Progress>
    )
  if (phase === 'running')
    return (
      <Progress label="Progress" at={ran} of={wanted}>
        {`${isStopping ? 'Stopping after the current part' : 'Working'}: ${formatCount(ran)} of ${formatCount(wanted)}`}
      </Progress>
    )
  if (phase === 'ready')
    return (
      <div role="status">
        {job.effect && counts.possible > 0 && <p>{job.effect}</p>}
        <p>
          {possibleWords(counts, counted)}
          {counts.unseen > 0 && ` ${counted(counts.unseen)} could not be checked and are left out.`}
        </p>
        {counts.unseen > 0 && <Button onClick={bulk.lookAgain}>Check again</Button>}
        {counts.possible > 0 && undo !== 'none' && (
          <p className={`${consequence.line} muted`}>
            {undo === 'final' ? <AlertIcon size={16} /> : <UndoIcon size={16} />}{' '}
            <span>{undo === 'final' ? 'Can’t be undone.' : `Can be undone as a whole for ${undoSeconds / 60} minutes.`}</span>
          </p>
        )}
      </div>
    )
  const { done, refused, failed, possible } = counts
  const rest = Object.entries({ 'not possible': refused, failed, 'not started': possible }).filter(([, count]) => count > 0)
  const parts = [`${counted(done)} ${job.done}`, ...rest.map(([words, count]) => `${formatCount(count)} ${words}`)]
  const Icon = failed > 0 || possible > 0 ? AlertIcon : CheckCircleIcon
  return (
    <div role="status">
      {counts.undone === 0 && (
        <p className={`${consequence.line} semibold`}>
          <Icon size={16} /> <span>{`${parts.join(', ')}.`}</span>
        </p>
      )}
      <UndoWords bulk={bulk} job={job} />
      {bulk.canUndo && (
        <Button
          leadingVisual={UndoIcon}
          aria-keyshortcuts={isMac ? 'Meta+Z' : 'Control+Z'}
          loading={phase === 'undoing'}
          loadingAnnouncement="Undoing…"
          onClick={bulk.undo}
        >
          Undo all <kbd aria-hidden="true">{strokeLabel('$mod+z', isMac)}</kbd>
        </Button>
      )}
    </div>
  )
}

function possibleWords({ possible, refused }: Bulk['counts'], counted: (count: number) => string): string {
  if (possible + refused === 0) return ''
  if (refused === 0) return `Possible for ${possible === 1 ? counted(1) : `all ${counted(possible)}`}.`
  return possible === 0
    ? `Possible for none of ${counted(refused)}.`
    : `Possible for ${counted(possible)}, not possible for ${formatCount(refused)}.`
}

function UndoWords({ bulk: { undoing }, job: { of } }: SummaryProps) {
  if (undoing === null) return null
  if ('failure' in undoing) return <p className="danger below-8">{`Not undone: ${undoing.failure}`}</p>
  return (
    <>
      <p>
        {`Undone for ${countedRecords(of, undoing.undone)}${undoing.kept.length === 0 ? '.' : `; ${formatCount(undoing.kept.length)} stay as they are:`}`}
      </p>
      <ul className={styles.kept}>
        {undoing.kept.slice(0, maxKept).map(({ id, refusal }) => (
          <li key={id}>{`#${id}: ${refusal}`}</li>
        ))}
        {undoing.kept.length > maxKept && <li>{`and ${formatCount(undoing.kept.length - maxKept)} more.`}</li>}
      </ul>
    </>
  )
}

/** More reasons than this help nobody. */
const maxKept = 50

function Progress({ label, at, of, children }: { label: string; at: number; of: number; children: ReactNode }) {
  return (
    <div>
      <p role="status">{children}</p>
      <progress className={styles.progress} aria-label={label} value={at} max={of} />
    </div>
  )
}
