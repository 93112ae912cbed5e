import type { KeyboardEvent } from 'react'

/** Whether a keystroke saves the form from any field: $mod+Enter. Plain Enter is left to the browser. */
export function isSubmitKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing && !nativeEvent.repeat
}
