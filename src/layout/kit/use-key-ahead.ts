import { useEffect, useEffectEvent } from 'react'

/** Hears a key before everything else on the page, wherever the focus is, and keeps it. Holding it counts once. */
export function useKeyAhead(isKey: (event: KeyboardEvent) => boolean, onPress: () => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || !isKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) onPress()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])
}

export const isEscape = ({ key }: KeyboardEvent) => key === 'Escape'
