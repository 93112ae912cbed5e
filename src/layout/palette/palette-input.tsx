import type { ClipboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { inOneLine } from '../commands/palette-state.ts'
import styles from './palette.module.css'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  label: string
  placeholder: string
  /** The id of the element that says what was recognised. */
  describedBy?: string
  value: string
  onChange: (text: string) => void
}

/** The palette's input: a combobox over the list below it. Several lines that are pasted stay apart. */
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
      // The list's id is cmdk's own: useActiveDescendant puts it in its place.
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
      // Here they move the caret; cmdk would move through the list.
      onKeyDown={(event) => (event.key === 'Home' || event.key === 'End') && event.stopPropagation()}
    />
  )
}
