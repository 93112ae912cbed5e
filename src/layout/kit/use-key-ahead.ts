import { useListener } from './use-listener.ts'

/** Hears a key before everything else on the page, wherever the focus is, and keeps it. Holding it counts once. */
export function useKeyAhead(isKey: (event: KeyboardEvent) => boolean, onPress: () => void) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || !isKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) onPress()
  }
  useListener(document, 'keydown', onKeyDown, true)
}

export const isEscape = ({ key }: KeyboardEvent) => key === 'Escape'
