import { useLayoutEffect, useRef } from 'react'
import { ComboboxInput } from '../kit/combobox.tsx'
import { pasteInOneLine } from '../kit/in-one-line.ts'
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
      onPaste={(event) => pasteInOneLine(event, value, onChange)}
    />
  )
}
