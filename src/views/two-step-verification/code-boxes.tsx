import { type ClipboardEvent, type KeyboardEvent, type Ref, useRef } from 'react'
import styles from './code-boxes.module.css'
import { backspaceAt, type Change, type Digits, moveFrom, spread, typeInto } from './code-digits.ts'

interface CodeBoxesProps {
  /** The first box. */
  ref?: Ref<HTMLInputElement>
  digits: Digits
  onChange: (digits: Digits) => void
  isInvalid: boolean
  describedBy?: string | undefined
}

/** Six one-digit boxes: typing advances, backspace goes back, pasting fills, arrow keys move. */
export function CodeBoxes({ ref, digits, onChange, isInvalid, describedBy }: CodeBoxesProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const boxAt = (index: number) => fieldset.current?.querySelectorAll('input')[index]

  function apply({ digits: changed, focus }: Change) {
    onChange(changed)
    boxAt(focus)?.focus()
    boxAt(focus)?.select()
  }

  function handleKey(event: KeyboardEvent, index: number) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = moveFrom(index, event.key)
    if (target !== null) {
      event.preventDefault()
      boxAt(target)?.focus()
    } else if (event.key === 'Backspace') {
      event.preventDefault()
      apply(backspaceAt(digits, index))
    }
  }

  function handlePaste(event: ClipboardEvent, index: number) {
    event.preventDefault()
    apply(spread(digits, index, event.clipboardData.getData('text')))
  }

  return (
    <fieldset ref={fieldset} className={styles.boxes} aria-describedby={describedBy}>
      <legend className="below-8 flush semibold">Six-digit code</legend>
      {digits.map((digit, index) => (
        <input
          // Boxes never move, so the index is a stable key.
          key={`box-${index + 1}`}
          ref={index === 0 ? ref : undefined}
          className={styles.box}
          aria-label={`Digit ${index + 1} of ${digits.length}`}
          aria-invalid={isInvalid || undefined}
          inputMode="numeric"
          pattern="[0-9]*"
          // Phones offer the whole code in the first box; typeInto distributes it.
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          value={digit}
          onChange={(event) => apply(typeInto(digits, index, event.target.value))}
          onKeyDown={(event) => handleKey(event, index)}
          onPaste={(event) => handlePaste(event, index)}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </fieldset>
  )
}
