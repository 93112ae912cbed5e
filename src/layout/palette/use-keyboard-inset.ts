import { useSyncExternalStore } from 'react'

/**
 * The CSS pixels of the window's bottom covered by a phone's keyboard. Most
 * browsers overlay it and only report it through the visual viewport.
 */
export const useKeyboardInset = () => useSyncExternalStore(subscribe, inset)

function subscribe(listener: () => void) {
  const viewport = window.visualViewport
  viewport?.addEventListener('resize', listener)
  viewport?.addEventListener('scroll', listener)
  return () => {
    viewport?.removeEventListener('resize', listener)
    viewport?.removeEventListener('scroll', listener)
  }
}

function inset(): number {
  const viewport = window.visualViewport
  // Pinch zoom shrinks the viewport too.
  if (!viewport || viewport.scale > 1) return 0
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop))
}
