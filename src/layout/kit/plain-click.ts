import type { MouseEvent } from 'react'

/** Whether a click asks for this window: other buttons and modifier keys are the browser's. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
