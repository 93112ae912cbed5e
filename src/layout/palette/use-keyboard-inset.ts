import { useSyncExternalStore } from 'react'

/**
 * How much of the window's bottom a telephone's keyboard covers, in CSS pixels. Most browsers lay a keyboard over the page and tell of it
 * by the visual viewport alone.
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
  // Enlarged by two fingers the viewport is smaller as well: that is no keyboard.
  if (!viewport || viewport.scale > 1) return 0
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop))
}
