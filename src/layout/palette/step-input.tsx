import { AlertFillIcon } from '@primer/octicons-react'
import { useId, useRef, useState } from 'react'
import type { Answer } from '../../commands/engine/answers.ts'
import { type Question, typeInto } from '../commands/questions.ts'
import { Button } from '../kit/button.tsx'
import { useSelected } from '../kit/use-selected.ts'
import styles from './palette.module.css'
import stepStyles from './palette-steps.module.css'

/** A typed step: number, amount or text. Its refusal shows on Enter, until corrected. */
export function StepInput({ question, answer: { step, typed, read }, onNext }: { question: Question; answer: Answer; onNext: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  // Text typed in the palette's input has already been tried.
  const [isTried, setTried] = useState(question.opening.given[step.name] !== undefined)
  const id = useId()
  const hint = question.target ? step.hint?.(question.target.record) : undefined
  const isUntouched = step.needsChange === true && question.target !== null && typed === (step.initial?.(question.target.record) ?? '')
  const refusal = isTried ? read.refusal : null

  useSelected(input)

  const next = () => (read.refusal === null ? onNext() : setTried(true))

  return (
    <>
      <div className={styles.head}>
        <label htmlFor={id}>{step.title}</label>
        <input
          ref={input}
          data-step-focus=""
          id={id}
          className={styles.input}
          aria-invalid={refusal !== null}
          aria-describedby={`${id}-hint ${id}-refusal`}
          inputMode={step.kind === 'number' ? 'numeric' : step.kind === 'amount' ? 'decimal' : 'text'}
          autoComplete="off"
          enterKeyHint="next"
          value={typed}
          onChange={(event) => typeInto(question.id, step.name, event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (!event.repeat) next()
          }}
        />
      </div>
      <div className={stepStyles.body}>
        <p id={`${id}-hint`} className="muted">
          {hint}
        </p>
        <p id={`${id}-refusal`} className="danger medium" role="alert">
          {refusal !== null && (
            <span>
              <AlertFillIcon size={12} /> <span>{refusal}</span>
            </span>
          )}
        </p>
        {/* Phone number pads have no Enter. */}
        <div className={stepStyles.confirmButton}>
          <Button disabled={isUntouched} onClick={next}>
            Next
          </Button>
        </div>
      </div>
    </>
  )
}
