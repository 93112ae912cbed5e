import { useLayoutEffect, useRef } from 'react'
import type { Question } from '../commands/questions.ts'
import { ConfirmButton } from '../questions/confirm-button.tsx'
import { Consequence, Failure } from '../questions/consequence.tsx'
import type { Confirmation } from '../questions/use-confirmation.ts'
import styles from './palette.module.css'

/**
 * The last step: the consequences and a button, focused if Enter may do it.
 * @param isUnseen opened first, by a link: a key meant for the previous screen must not confirm
 */
export function StepConfirm({ question, confirmation, isUnseen }: { question: Question; confirmation: Confirmation; isUnseen: boolean }) {
  const { danger, isFinal, enter } = confirmation
  const isSafe = isUnseen || isFinal
  const button = useRef<HTMLButtonElement>(null)
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (isSafe ? text : button).current?.focus(), [isSafe])
  return (
    <div
      ref={text}
      className={styles.confirm}
      tabIndex={-1}
      data-step-focus={isSafe ? '' : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget && isFinal) enter()
      }}
    >
      {danger && <Consequence question={question} danger={danger} />}
      <Failure failure={question.failure} />
      <div className={styles.confirmButton}>
        <ConfirmButton ref={button} confirmation={confirmation} data-step-focus={isSafe ? undefined : ''} />
      </div>
    </div>
  )
}
