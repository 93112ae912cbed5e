import type { ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'

/** Longer pastes are cut. */
const maxPasteLength = 100_000

/** A paste on one line. An input would glue lines together, and with them identifiers listed one per line. */
export function inOneLine(pasted: string): string {
  const text = pasted.slice(0, maxPasteLength)
  if (!/[\r\n]/.test(text)) return text
  // Lines of several words stay apart.
  return text.trim().replace(/[ \t]*[,;]?[ \t]*[\r\n]+\s*/g, /\S[ \t,]+[^\s,]/.test(text) ? '; ' : ', ')
}

/** Pastes several lines into an input that has only one; anything else the browser pastes. */
export function pasteInOneLine(event: ClipboardEvent<HTMLInputElement>, value: string, onChange: (text: string) => void) {
  const pasted = event.clipboardData.getData('text/plain')
  if (!/[\r\n]/.test(pasted.trim())) return
  event.preventDefault()
  const input = event.currentTarget
  const before = value.slice(0, input.selectionStart ?? value.length) + inOneLine(pasted)
  const after = value.slice(input.selectionEnd ?? value.length)
  flushSync(() => onChange(before + after))
  input.setSelectionRange(before.length, before.length)
}
