import { Dialog, type DialogButtonProps } from '@primer/react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { readAnswers } from '../../commands/answers.ts'
import { isFinal } from '../../commands/command.ts'
import { describeTarget } from '../../commands/target-name.ts'
import styles from './question-dialog.module.css'
import { Consequence, Failure } from './consequence.tsx'
import { CopyLink } from './copy-link.tsx'
import { QuestionField } from './question-field.tsx'
import { answer, leave, type Question, typeInto } from '../commands/questions.ts'

/**
 * Asks for a command's arguments and a confirmation. Focuses the first field; without fields, the safe button if the
 * change is final. Stays open, with all input, while the command runs and after a failure.
 */
export function QuestionDialog({ question }: { question: Question }) {
  const { id, command, target, failure } = question
  const { answers, values } = readAnswers(command, target, question.typed)
  const danger = values && command.danger?.(target, values)
  const isBusy = question.answer === null
  const isForm = answers.length > 0
  // Nothing to send yet: a step that must change still has its initial value.
  const isUntouched =
    isForm && target !== null && answers.some((each) => each.step.needsChange && each.typed === (each.step.initial?.(target.record) ?? ''))
  const [isSubmitted, setSubmitted] = useState(false)
  const returnFocus = useRef(question.returnFocus)
  const form = useRef<HTMLFormElement>(null)
  const firstField = useRef<HTMLElement>(null)
  const aboutId = useId()

  const submit = () => {
    if (isBusy || isUntouched) return
    if (values) return answer(id, values)
    setSubmitted(true)
    const refused = answers.find(({ read }) => read.refusal !== null)
    // Focus the first field to correct.
    if (refused) form.current?.querySelector<HTMLElement>(`[data-step="${refused.step.name}"] :is(input, select, textarea)`)?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // The buttons are outside the form, so Enter is handled here; holding it submits once.
    event.preventDefault()
    if (!event.repeat) submit()
  }

  const hasSafeFocus = !isForm && danger != null && isFinal(danger)
  const buttons: DialogButtonProps[] = [
    { content: isBusy ? 'Close' : (danger?.declineLabel ?? 'Cancel'), autoFocus: hasSafeFocus, onClick: () => leave(id) },
    {
      content: failure === null ? (danger?.confirmLabel ?? command.title(target)) : 'Try again',
      buttonType: danger && !danger.restores ? 'danger' : 'primary',
      autoFocus: !isForm && !hasSafeFocus,
      loading: isBusy,
      disabled: isUntouched,
      loadingAnnouncement: 'Working…',
      onClick: submit,
    },
  ]

  return (
    <Dialog
      role={isForm ? 'dialog' : 'alertdialog'}
      title={isForm ? command.title(target) : (danger?.title ?? command.title(target))}
      width="large"
      onClose={() => leave(id)}
      {...(isForm ? { initialFocusRef: firstField } : {})}
      returnFocusRef={returnFocus}
      footerButtons={buttons}
    >
      {isForm && (
        <form ref={form} className={styles.form} aria-describedby={aboutId} onSubmit={(event) => event.preventDefault()}>
          <p id={aboutId} className={styles.about}>
            {target && describeTarget(target)}
          </p>
          {answers.map((each, index) => (
            <QuestionField
              key={each.step.name}
              {...(index === 0 ? { focusRef: firstField } : {})}
              question={question}
              answer={each}
              isSubmitted={isSubmitted}
              isBusy={isBusy}
              onKeyDown={onKeyDown}
              onSubmit={submit}
              onType={(text) => typeInto(id, each.step.name, text)}
            />
          ))}
        </form>
      )}
      <div aria-live={isForm ? 'polite' : 'off'} className={styles.consequence}>
        {danger && <Consequence question={question} danger={danger} />}
      </div>
      <Failure failure={failure} />
      <CopyLink question={question} className={styles.copyLink} />
    </Dialog>
  )
}
