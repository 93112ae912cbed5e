import { useLayoutEffect, useRef } from 'react'
import type { Answer } from '../../commands/answers.ts'
import type { Question } from '../commands/questions.ts'
import { Combobox } from '../kit/combobox.tsx'
import { RecordChoices } from '../questions/record-choices.tsx'
import { useRecordPicker } from '../questions/use-record-picker.ts'
import styles from './palette.module.css'
import rowStyles from './palette-list.module.css'
import stepStyles from './palette-steps.module.css'

interface Props {
  question: Question
  answer: Answer
  say: (message: string | null) => void
  onNext: () => void
}

/** A step answered by a record, picked by typing. */
export function StepRecord({ question, answer, say, onNext }: Props) {
  const { step } = answer
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const picker = useRecordPicker({ input, list, question, answer, say, onPick: onNext, onEnter: onNext })
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [input])
  return (
    <Combobox className={`${stepStyles.step} ${rowStyles.choices}`} label={step.title} value={picker.value} onKeyDown={picker.onKeyDown}>
      <div className={styles.head}>
        <span aria-hidden="true">{step.title}</span>
        <input
          ref={input}
          data-step-focus=""
          className={styles.input}
          role="combobox"
          aria-expanded={picker.choices.length > 0}
          aria-autocomplete="list"
          aria-controls="palette-records"
          aria-label={step.title}
          placeholder={question.target ? step.hint?.(question.target.record) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
          enterKeyHint="next"
          value={picker.text}
          onChange={(event) => picker.type(event.target.value)}
          // Home and End move the caret; cmdk would move through the list.
          onKeyDown={(event) => (event.key === 'Home' || event.key === 'End') && event.stopPropagation()}
        />
      </div>
      <RecordChoices ref={list} label={step.title} choices={picker.choices} onChoose={picker.choose} styles={rowStyles} />
      {picker.choices.length === 0 && (
        <p className={rowStyles.empty} role="status">
          {picker.picked ? picker.picked.detail : picker.status}{' '}
          {picker.state === 'failed' && (
            <button type="button" className={styles.close} onClick={picker.retry}>
              Search again
            </button>
          )}
        </p>
      )}
    </Combobox>
  )
}
