import { useLayoutEffect, useRef } from 'react'
import type { Question } from '../commands/questions.ts'
import { ConfirmButton } from '../questions/confirm-button.tsx'
import { Consequence, Failure, finalText } from '../questions/consequence.tsx'
import { ProofField } from '../questions/proof-field.tsx'
import { RequestField } from '../questions/request-field.tsx'
import { type Confirmation, useEnterOnText } from '../questions/use-confirmation.ts'
import styles from './palette-steps.module.css'

/**
 * The last step: the consequences and a button, focused if Enter may do it.
 * @param isUnseen opened first, by a link: a key meant for the previous screen must not confirm
 */
export function StepConfirm({ question, confirmation, isUnseen }: { question: Question; confirmation: Confirmation; isUnseen: boolean }) {
  const { danger, isGuarded, enterOnText } = confirmation
  const isSafe = isUnseen || isGuarded
  const button = useRef<HTMLButtonElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const proofField = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => (proofField.current ?? (isSafe ? text : button).current)?.focus(), [isSafe])
  useEnterOnText(text, enterOnText)
  return (
    <div
      ref={text}
      className={styles.body}
      tabIndex={-1}
      {...(isGuarded && finalText)}
      data-step-focus={isSafe && danger?.mustType === undefined ? '' : undefined}
    >
      {danger && <Consequence question={question} danger={danger} isRequest={confirmation.request !== null} />}
      <RequestField question={question} confirmation={confirmation} />
      <ProofField ref={proofField} question={question} confirmation={confirmation} data-step-focus="" />
      <Failure failure={question.failure} whyNot={confirmation.whyNot} />
      <div className={styles.confirmButton}>
        <ConfirmButton ref={button} confirmation={confirmation} data-step-focus={isSafe ? undefined : ''} />
      </div>
    </div>
  )
}
