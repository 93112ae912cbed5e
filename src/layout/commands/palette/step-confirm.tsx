import { Button } from '@primer/react'
import { useLayoutEffect, useRef } from 'react'
import type { Danger } from '../../../commands/command.ts'
import { Consequence, Failure } from '../consequence.tsx'
import type { Question } from '../questions.ts'
import styles from './palette.module.css'

/** The last step: what will happen, to whom, and whether it can be undone. Enter does it, once. */
export function StepConfirm({
  question,
  danger,
  onConfirm,
}: {
  question: Question
  danger: Danger | null | undefined
  onConfirm: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <div className={styles.confirm}>
      {danger && <Consequence question={question} danger={danger} />}
      <Failure failure={question.failure} />
      <div className={styles.confirmButton}>
        <Button
          ref={button}
          variant={danger && !danger.restores ? 'danger' : 'primary'}
          loading={question.answer === null}
          loadingAnnouncement="Working…"
          onClick={onConfirm}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Held down, a button presses itself again and again.
            event.preventDefault()
            if (!event.repeat) onConfirm()
          }}
        >
          {question.failure === null ? (danger?.confirmLabel ?? question.command.title(question.target)) : 'Try again'}
        </Button>
      </div>
    </div>
  )
}
