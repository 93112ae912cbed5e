import { AlertFillIcon } from '@primer/octicons-react'
import { Radio } from '@primer/react'
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { fold } from '../../commands/text/ranking.ts'
import { Button } from '../kit/button.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { Spinner } from '../kit/spinner.tsx'
import { errorText } from '../kit/toasts.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './question-dialog.module.css'
import { RecordField } from './record-field.tsx'
import { useChoices } from './use-choices.ts'

/** One step as a field. Its refusal shows on submit, or after leaving a non-empty field. */
export function QuestionField(props: FieldProps) {
  return (
    <div data-step={props.answer.step.name} className="column gap-8">
      {props.answer.step.kind === 'choice' ? (
        <ChoiceField {...props} />
      ) : props.answer.step.kind === 'record' ? (
        <RecordField {...props} />
      ) : (
        <TypedField {...props} />
      )}
    </div>
  )
}

function TypedField({ question, answer: { step, typed, read }, isSubmitted, isBusy, onType, onKeyDown, focusRef }: FieldProps) {
  const [isLeft, setLeft] = useState(false)
  const error = isSubmitted || isLeft ? read.refusal : null
  // What is wrong stands in its place: it says the same, and nothing moves.
  const hint = question.target && error === null ? step.hint?.(question.target.record) : undefined
  return (
    <>
      <TextField
        {...(focusRef ? { ref: focusRef as RefObject<HTMLInputElement | null> } : {})}
        label={step.title}
        {...(hint === undefined ? {} : { hint })}
        error={error}
        inputMode={inputModes[step.kind]}
        autoComplete="off"
        readOnly={isBusy}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setLeft(typed !== '')}
      />
      {step.suggested && (
        <div role="group" aria-label={`Common ${step.title.toLowerCase()}`} className="flex wrap gap-8">
          {step.suggested.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              className="pill"
              aria-pressed={typed === value}
              disabled={isBusy}
              onClick={() => onType(value)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

const inputModes = { number: 'numeric', amount: 'decimal', text: 'text', choice: 'text', record: 'text' } as const

function ChoiceField({ question, answer: { step, typed, read }, isSubmitted, isBusy, onType, onKeyDown, focusRef, below }: FieldProps) {
  const { state, choices, error, retry } = useChoices(question, step)
  const name = useId()
  const group = useRef<HTMLDivElement>(null)
  const refusal = isSubmitted ? read.refusal : null

  // The group is focused while its choices load, then the checked or first choice.
  const passFocusOn = () =>
    (group.current?.querySelector<HTMLElement>('input:checked') ?? group.current?.querySelector<HTMLElement>('input'))?.focus()
  useEffect(() => {
    if (state === 'ready' && document.activeElement === group.current) passFocusOn()
  }, [state])

  /** A letter takes the choice that begins with it. */
  const takeLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (!/^[\p{L}\d]$/u.test(key) || ctrlKey || metaKey || altKey || isBusy) return false
    const choice = choices.find(({ label, refusal: why }) => !why && fold(label).startsWith(fold(key)))
    const radio = choice && group.current?.querySelector<HTMLElement>(`input[value="${CSS.escape(choice.value)}"]`)
    if (!choice || !radio) return false
    radio.focus()
    onType(choice.value)
    return true
  }

  return (
    <div
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      ref={(element) => {
        group.current = element
        if (focusRef) focusRef.current = element
      }}
      tabIndex={-1}
      onFocus={(event) => event.target === event.currentTarget && passFocusOn()}
      className={styles.choices}
      aria-busy={state === 'loading'}
      aria-describedby={refusal === null ? undefined : `${name}-refusal`}
    >
      <span id={`${name}-label`} className="semibold below-4">
        {step.title}
      </span>
      {state === 'loading' && <Spinner />}
      {state === 'failed' && <NoChoices text={`Could not be loaded. ${errorText('', error)}`} retry={retry} />}
      {state === 'ready' && choices.length === 0 && <NoChoices text="There is nothing to choose from." retry={retry} />}
      {choices.map(({ value, label, refusal: why = null }) => (
        <Fragment key={value}>
          <label className={styles.choice} data-refused={why === null ? undefined : true}>
            <Radio
              name={name}
              value={value}
              checked={typed === value}
              // Not 'disabled', so the keyboard can reach the reason.
              aria-disabled={why !== null || isBusy}
              aria-describedby={why === null ? undefined : `${name}-${value}`}
              onKeyDown={(event) => {
                if (takeLetter(event)) return
                // With nothing chosen yet, Enter takes the choice that has the focus; the next one goes on.
                if (event.key !== 'Enter' || typed !== '' || why !== null) return onKeyDown(event)
                event.preventDefault()
                if (!isBusy && !event.repeat) onType(value)
              }}
              onChange={() => {
                if (why === null && !isBusy) onType(value)
              }}
            />
            <span className="can-shrink grow breaks">
              <span>{label}</span>
              {why !== null && (
                <span id={`${name}-${value}`} className="note block">
                  {`unavailable: ${why}`}
                </span>
              )}
            </span>
          </label>
          {below?.value === value && <div className={styles.below}>{below.field}</div>}
        </Fragment>
      ))}
      {refusal !== null && (
        <p id={`${name}-refusal`} className="row gap-4 danger small medium" role="alert">
          <AlertFillIcon size={12} /> <span>{refusal}</span>
        </p>
      )}
    </div>
  )
}

function NoChoices({ text, retry }: { text: string; retry: () => void }) {
  return (
    <p className="row wrap gap-8 muted" role="status">
      <span>{text}</span> <Button onClick={retry}>Load again</Button>
    </p>
  )
}
