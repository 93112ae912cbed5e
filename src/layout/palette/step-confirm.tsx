import { useLayoutEffect, useRef } from 'react'
import type { Question } from '../commands/questions.ts'
import { ConfirmButton } from '../questions/confirm-button.tsx'
import { Consequence, Failure } from '../questions/consequence.tsx'
import { type Confirmation, useEnterOnText } from '../questions/use-confirmation.ts'
import styles from './palette-steps.module.css'

/**
 * The last step: the consequences and a button, focused if Enter may do it.
 * @param isUnseen opened first, by a link: a key meant for the previous screen must not confirm
 */
export function StepConfirm({ question, confirmation, isUnseen }: { question: Question; confirmation: Confirmation; isUnseen: boolean }) {
  const { danger, isFinal, enterOnText } = confirmation
  const isSafe = isUnseen || isFinal
  const button = useRef<HTMLButtonElement>(null)
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (isSafe ? text : button).current?.focus(), [isSafe])
  useEnterOnText(text, enterOnText)
  return (
    <div ref={text} className={styles.body} tabIndex={-1} data-step-focus={isSafe ? '' : undefined}>
      {danger && <Consequence question={question} danger={danger} />}
      <Failure failure={question.failure} whyNot={confirmation.whyNot} />
      <div className={styles.confirmButton}>
        <ConfirmButton ref={button} confirmation={confirmation} data-step-focus={isSafe ? undefined : ''} />
      </div>
    </div>
  )
}
