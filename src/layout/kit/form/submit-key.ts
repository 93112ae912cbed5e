import type { KeyboardEvent } from 'react'

/** Whether a key press saves a form from any of its fields: $mod+Enter. Enter by itself is the browser's own. */
export function isSubmitKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing && !nativeEvent.repeat
}
