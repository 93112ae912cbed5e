import { useLayoutEffect, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import type { Danger } from '../../commands/command.ts'
import { asksFirst } from '../../commands/run.ts'
import { Consequence, Failure } from '../questions/consequence.tsx'
import type { Question } from '../commands/questions.ts'
import styles from './palette.module.css'

/**
 * The last step: the consequences and a button. Enter confirms, once.
 * @param isUnseen opened first (by a link, or prefilled and final), so a key meant for the previous screen must not
 * confirm
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
            // Holding Enter would press the button repeatedly.
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
