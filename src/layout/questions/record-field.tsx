import { AlertFillIcon } from '@primer/octicons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Combobox, ComboboxInput } from '../kit/combobox.tsx'
import { ChoiceList } from './choice-list.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './record-field.module.css'
import { useRecordPicker } from './use-record-picker.ts'

/** A step answered by a record: a search box with results. */
export function RecordField({ question, answer, isSubmitted, isBusy, focusRef, onEnter }: FieldProps) {
  const { step, read } = answer
  const [message, setMessage] = useState<string | null>(null)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const picker = useRecordPicker({ question, answer, isBusy, say: setMessage, onPick: () => {}, onEnter })
  const hint = question.target ? step.hint?.(question.target.record) : undefined
  const refusal = isSubmitted && picker.state !== 'picked' ? read.refusal : null

  useEffect(() => {
    if (focusRef) focusRef.current = input.current
    // The dialog focused something else while this loaded.
    if (focusRef && !document.activeElement?.matches('input')) input.current?.focus()
  }, [focusRef, input])

  return (
    <Combobox
      className="column gap-4 can-shrink quiet"
      rows={picker.choices}
      selected={picker.marked}
      onEnter={picker.enter}
      onKey={() => setMessage(null)}
      onMove={picker.move}
    >
      <span id={`${id}-label`} className="semibold">
        {step.title}
      </span>
      <ComboboxInput
        ref={input}
        className={styles.input}
        aria-expanded={picker.choices.length > 0}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint ${id}-status`}
        maxLength={320}
        readOnly={isBusy}
        value={picker.text}
        onChange={picker.type}
      />
      <p id={`${id}-hint`} className="note breaks">
        {picker.picked?.detail ?? hint}
      </p>
      <ChoiceList label={step.title} choices={picker.choices} onChoose={picker.choose} styles={styles} />
      <p id={`${id}-status`} className="note breaks" role="status">
        {message ?? picker.status ?? ''}
      </p>
      {picker.state === 'failed' && <Button onClick={picker.retry}>Search again</Button>}
      {refusal !== null && (
        <p className="row gap-4 danger small medium" role="alert">
          <AlertFillIcon size={12} /> <span>{refusal}</span>
        </p>
      )}
    </Combobox>
  )
}
