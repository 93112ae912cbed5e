import { useLayoutEffect, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import type { Danger } from '../../commands/command.ts'
import { asksFirst } from '../../commands/run.ts'
import { Consequence, Failure } from '../questions/consequence.tsx'
import type { Question } from '../commands/questions.ts'
import styles from './palette.module.css'

/**
 * The last step: what will happen, to whom, and whether it can be undone. Enter does it, once.
 * @param isUnseen it was the first to open, by a link or filled in and final: then no key that was meant for what stood before does it
 */
export function StepConfirm({
  question,
  danger,
  isUnseen,
  onConfirm,
}: {
  question: Question
  danger: Danger | null | undefined
  isUnseen: boolean
  onConfirm: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (isUnseen ? text : button).current?.focus(), [isUnseen])
  return (
    <div ref={text} className={styles.confirm} tabIndex={-1} data-step-focus={isUnseen ? '' : undefined}>
      {danger && <Consequence question={question} danger={danger} />}
      <Failure failure={question.failure} />
      <div className={styles.confirmButton}>
        <Button
          ref={button}
          data-step-focus={isUnseen ? undefined : ''}
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
          {question.failure === null
            ? (danger?.confirmLabel ?? (asksFirst(question.command) ? question.command.title(question.target) : 'Run it'))
            : 'Try again'}
        </Button>
      </div>
    </div>
  )
}
