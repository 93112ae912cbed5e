import { type ClipboardEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { ComboboxInput } from '../kit/combobox.tsx'
import { inOneLine } from './in-one-line.ts'
import styles from './palette.module.css'

interface Props {
  label: string
  placeholder: string
  /** The id of the element that explains the recognised text. */
  describedBy?: string
  value: string
  onChange: (text: string) => void
}

/** The palette's input, focused with the caret behind what was typed before it mounted. Pasted lines stay separate. */
export function PaletteInput({ label, placeholder, describedBy, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    input.current?.focus()
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(end, end)
  }, [])
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
    <ComboboxInput
      ref={input}
      className={styles.input}
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={placeholder}
      enterKeyHint="go"
      value={value}
      onChange={onChange}
      onPaste={onPaste}
    />
  )
}
