import { useSyncExternalStore } from 'react'

/** Whether this browser can show a page on the full screen (telephones mostly cannot). */
export const canFullscreen = () => document.fullscreenEnabled

/** Fills the screen with the console, or gives it back. A browser may refuse (no gesture, a policy): then nothing happens. */
export function toggleFullscreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  change.catch(() => {})
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Whether the console fills the screen now. */
export const useIsFullscreen = () => useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
