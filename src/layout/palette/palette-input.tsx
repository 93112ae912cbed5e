import type { ClipboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { inOneLine } from './in-one-line.ts'
import styles from './palette.module.css'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  label: string
  placeholder: string
  /** The id of the element that explains the recognised text. */
  describedBy?: string
  value: string
  onChange: (text: string) => void
}

/** The palette's input: a combobox for the list below. Pasted lines stay separate. */
export function PaletteInput({ ref, label, placeholder, describedBy, value, onChange }: Props) {
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/[\r\n]/.test(pasted.trim())) return
    event.preventDefault()
    const input = event.currentTarget
    const before = value.slice(0, input.selectionStart ?? value.length) + inOneLine(pasted)
    const after = value.slice(input.selectionEnd ?? value.length)
    flushSync(() => onChange(before + after))
    input.setSelectionRange(before.length, before.length)
  }
  return (
    <input
      ref={ref}
      className={styles.input}
      role="combobox"
      aria-expanded="true"
      aria-autocomplete="list"
      // useActiveDescendant replaces this with cmdk's list id.
      aria-controls="palette-list"
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={placeholder}
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="go"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPaste={onPaste}
      // Home and End move the caret; cmdk would move through the list.
      onKeyDown={(event) => (event.key === 'Home' || event.key === 'End') && event.stopPropagation()}
    />
  )
}
