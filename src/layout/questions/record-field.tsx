import { AlertFillIcon } from '@primer/octicons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Combobox } from '../kit/combobox.tsx'
import type { FieldProps } from './question-field.tsx'
import { RecordChoices } from './record-choices.tsx'
import styles from './record-field.module.css'
import { useRecordPicker } from './use-record-picker.ts'

/** A step answered by a record: a search box with results. */
export function RecordField({ question, answer, isSubmitted, isBusy, focusRef, onEnter }: FieldProps) {
  const { step, read } = answer
  const [said, setSaid] = useState<string | null>(null)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const picker = useRecordPicker({ input, list, question, answer, isBusy, say: setSaid, onPick: () => {}, onEnter })
  const hint = question.target ? step.hint?.(question.target.record) : undefined
  const refusal = isSubmitted && picker.state !== 'picked' ? read.refusal : null

  useEffect(() => {
    if (focusRef) focusRef.current = input.current
    // The dialog focused something else while this loaded.
    if (focusRef && !document.activeElement?.matches('input')) input.current?.focus()
  }, [focusRef, input])

  return (
    <Combobox className={styles.field} label={step.title} value={picker.value} onKeyDown={picker.onKeyDown}>
      <span id={`${id}-label`} className="semibold">
        {step.title}
      </span>
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-expanded={picker.choices.length > 0}
        aria-autocomplete="list"
        aria-controls={`${id}-none`}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint ${id}-status`}
        autoComplete="off"
        spellCheck={false}
        maxLength={320}
        readOnly={isBusy}
        value={picker.text}
        onChange={(event) => picker.type(event.target.value)}
        // Home and End move the caret; cmdk would move through the list.
        onKeyDown={(event) => (event.key === 'Home' || event.key === 'End') && event.stopPropagation()}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {picker.picked?.detail ?? hint}
      </p>
      <RecordChoices ref={list} label={step.title} choices={picker.choices} onChoose={picker.choose} styles={styles} />
      <p id={`${id}-status`} className={styles.status} role="status">
        {said ?? picker.status ?? ''}
      </p>
      {picker.state === 'failed' && <Button onClick={picker.retry}>Search again</Button>}
      {refusal !== null && (
        <p className="row gap-4 danger small medium" role="alert">
          <AlertFillIcon size={12} /> {refusal}
        </p>
      )}
    </Combobox>
  )
}
