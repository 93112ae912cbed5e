import { AlertIcon, GraphIcon, PersonIcon, UndoIcon } from '@primer/octicons-react'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type Danger, type DangerStep, isFinal } from '../../commands/engine/danger.ts'
import { undoSeconds } from '../../contract/undo.ts'
import { useRefunding } from '../commands/presence-state.ts'
import type { Question } from '../commands/questions.ts'
import { unbroken } from '../kit/unbroken.tsx'
import styles from './consequence.module.css'

const finalId = 'cannot-be-undone'

/** The text of a final question has the first focus, and says so. */
export const finalText = { role: 'group', 'aria-labelledby': finalId } as const

interface ConsequenceProps {
  question: Question
  danger: Danger
  isStale?: boolean
  /** Somebody else has to agree first, which is said below. */
  isRequest?: boolean
}

/** What will happen, to whom, and whether it can be undone; red if not, unless it gives something. What is stale only keeps its place. */
export function Consequence({ question, danger, isStale = false, isRequest = false }: ConsequenceProps) {
  const { touches } = danger
  return (
    <>
      {danger.steps && !isStale ? (
        <Steps steps={danger.steps} />
      ) : isStale ? (
        <p className={styles.stale} data-body={danger.body} />
      ) : (
        <p aria-atomic="true">{unbroken(danger.body)}</p>
      )}
      {question.opening.unused?.length ? (
        <p className={`${styles.line} attention`}>
          <AlertIcon size={16} />
          <span>{`Not used of what you typed: ${question.opening.unused.join(', ')}.`}</span>
        </p>
      ) : null}
      {question.command.id === 'payment.refund' ? <AlsoRefunding /> : null}
      {danger.progress !== undefined && (
        // Always rendered, so the announcement is heard.
        <p role="status" className="muted">
          {question.answer === null && danger.progress}
        </p>
      )}
      {touches && <Touches of={['question', question.id]} ask={() => touches(question.contextNow())} />}
      {isRequest ? null : isFinal(danger) ? (
        <p aria-live="off" className={`${styles.line} ${danger.restores ? '' : 'danger'} semibold`}>
          <AlertIcon size={16} />
          <span id={finalId}>This cannot be undone.</span>
        </p>
      ) : (
        <p aria-live="off" className={`${styles.line} muted`}>
          <UndoIcon size={16} />
          <span>{danger.undoable ? `Can be undone for ${undoSeconds / 60} minutes.` : danger.wayBack}</span>
        </p>
      )}
    </>
  )
}

/** What a playbook will do, step by step, and what it leaves out. */
function Steps({ steps }: { steps: readonly DangerStep[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, body, reason }, index) => (
        <li key={`${index}-${title}`} data-left-out={reason === null ? undefined : ''}>
          <strong className="medium">{unbroken(title)}</strong>
          {reason === null ? (
            body !== null && <span className="muted">{unbroken(body)}</span>
          ) : (
            <span className="attention">{`Left out: ${reason}`}</span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Two people may be about to give the same money back. */
function AlsoRefunding() {
  const [person] = useRefunding()
  return (
    <p role="status" className={`${styles.line} danger semibold`}>
      {person && (
        <>
          <PersonIcon size={16} />
          <span>{`${person.name} is making a refund here too.`}</span>
        </>
      )}
    </p>
  )
}

/** How much is affected, once known; says so if that failed. Nothing is waiting for it. */
export function Touches({ of, ask }: { of: QueryKey; ask: () => Promise<string> }) {
  const { data, isError } = useQuery({
    queryKey: [...of, 'touches'],
    queryFn: ask,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <p className={styles.line} role="status">
      <GraphIcon size={16} /> <span>{data ?? (isError ? 'Its effects could not be loaded.' : 'Counting what it affects…')}</span>
    </p>
  )
}

/** Why the last try failed, read out at once. */
export function Failure({ failure, whyNot }: { failure: string | null; whyNot: string | null }) {
  const texts = [failure, whyNot].filter((text) => text !== null)
  return (
    <div role="alert">
      {texts.length > 0 && (
        <p className={styles.failure}>
          <AlertIcon size={16} /> <span>{texts.join(' ')}</span>
        </p>
      )}
    </div>
  )
}
