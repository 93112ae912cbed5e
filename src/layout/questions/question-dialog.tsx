import { Dialog } from '@primer/react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Answer } from '../../commands/engine/answers.ts'
import { describeTarget } from '../../commands/engine/record-types.ts'
import type { Step } from '../../commands/engine/steps.ts'
import { leave, type Question, typeInto } from '../commands/questions.ts'
import { Button } from '../kit/button.tsx'
import { unbroken } from '../kit/unbroken.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { Consequence, Failure, finalText } from './consequence.tsx'
import { CopyLink } from './copy-link.tsx'
import { ProofField } from './proof-field.tsx'
import styles from './question-dialog.module.css'
import { QuestionField } from './question-field.tsx'
import { RequestField } from './request-field.tsx'
import { useConfirmation, useConfirmKey, useEnterOnText } from './use-confirmation.ts'

/** Whether a step belongs to an option of this choice: the amount to 'Partial refund'. */
const impliedBy = (choice: Step, { step }: Answer) => Object.hasOwn(choice.impliedBy ?? {}, step.name)

const controls = 'input:not([type=radio]), [role=radiogroup], select, textarea'

/**
 * Asks for a command's arguments and a confirmation. Focuses the first field; without fields, the button, or the text
 * if the change is final: Enter then says what confirms it. Stays open, with all input, while the command runs and after a failure.
 */
export function QuestionDialog({ question }: { question: Question }) {
  const { id, command, target, failure } = question
  // A field that a choice adds later has not been tried.
  const [submitted, setSubmitted] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const focusField = (step: string) => form.current?.querySelector<HTMLElement>(`[data-step="${step}"] :is(${controls})`)?.focus()
  const confirmation = useConfirmation(question, (refused, asked) => {
    setSubmitted(asked)
    focusField(refused)
  })
  const { answers, danger, isBusy, isGuarded, hint } = confirmation
  // While an answer is invalid the last one keeps its place, so that nothing moves as one types.
  const [known, setKnown] = useState(danger)
  if (danger && danger.body !== known?.body) setKnown(danger)
  const body = useRef<HTMLDivElement>(null)
  useConfirmKey(body, confirmation.confirm)
  useEnterOnText(body, confirmation.enterOnText)
  const isForm = answers.length > 0
  const returnFocus = useRef(question.returnFocus)
  const firstField = useRef<HTMLElement>(null)
  const doButton = useRef<HTMLButtonElement>(null)
  const proofField = useRef<HTMLInputElement>(null)
  // What had the focus as it opened stays the first focus.
  const [initialFocus] = useState((): RefObject<HTMLElement | null> => {
    if (isForm) return firstField
    return danger?.mustType !== undefined ? proofField : isGuarded ? body : doButton
  })
  const aboutId = useId()

  /** Enter in a field: goes to the next one, or confirms. */
  const onEnter = (step: string) => {
    const next = answers[answers.findIndex((each) => each.step.name === step) + 1]
    if (next && answers.find((each) => each.step.name === step)?.read.refusal === null) focusField(next.step.name)
    else confirmation.enter()
  }
  const onKeyDown = (event: KeyboardEvent, step: string) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!event.repeat) onEnter(step)
  }

  const field = (each: Answer, parent?: Answer): ReactNode => {
    const { step } = each
    const implied = parent ? undefined : answers.find((other) => impliedBy(step, other))
    return (
      <QuestionField
        key={step.name}
        {...(each === answers[0] ? { focusRef: firstField } : {})}
        question={question}
        answer={each}
        isSubmitted={submitted.includes(step.name)}
        isBusy={isBusy}
        onKeyDown={(event) => onKeyDown(event, step.name)}
        onEnter={() => onEnter(step.name)}
        onType={(text) => {
          // A choice that asks for one more value continues there.
          flushSync(() => typeInto(id, step.name, text))
          for (const [further, value] of Object.entries(step.impliedBy ?? {})) if (value === text) focusField(further)
        }}
        below={implied && { value: each.typed, field: field(implied, each) }}
      />
    )
  }

  return (
    <Dialog
      role={isForm ? 'dialog' : 'alertdialog'}
      title={isForm ? command.title(target) : (danger?.title ?? command.title(target))}
      width="large"
      position={{ narrow: 'bottom', regular: 'center' }}
      onClose={() => leave(id)}
      initialFocusRef={initialFocus}
      returnFocusRef={returnFocus}
      renderFooter={() => (
        <Dialog.Footer>
          <p role="status" className="grow note self-centre">
            {hint}
          </p>
          <Button onClick={() => leave(id)}>{isBusy ? 'Close' : (danger?.declineLabel ?? 'Cancel')}</Button>
          <ConfirmButton ref={doButton} confirmation={confirmation} />
        </Dialog.Footer>
      )}
    >
      <div ref={body} tabIndex={-1} className="quiet" {...(isGuarded && !isForm && finalText)}>
        {isForm && (
          <form ref={form} className={styles.form} aria-describedby={aboutId} onSubmit={(event) => event.preventDefault()}>
            <p id={aboutId} className="muted breaks">
              {target && unbroken(describeTarget(target))}
            </p>
            {answers.filter((each) => !answers.some(({ step }) => impliedBy(step, each))).map((each) => field(each))}
          </form>
        )}
        <div aria-live={isForm ? 'polite' : 'off'} className={styles.consequence}>
          {known && (
            <Consequence question={question} danger={danger ?? known} isStale={danger === null} isRequest={confirmation.request !== null} />
          )}
          <RequestField question={question} confirmation={confirmation} />
          <ProofField ref={proofField} question={question} confirmation={confirmation} />
        </div>
        <Failure failure={failure} whyNot={confirmation.whyNot} />
        <CopyLink question={question} className={styles.copyLink} />
      </div>
    </Dialog>
  )
}
