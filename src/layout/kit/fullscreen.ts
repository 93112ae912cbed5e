import { useSyncExternalStore } from 'react'

/** Whether this browser supports full screen (phones mostly don't). */
export const canFullscreen = () => document.fullscreenEnabled

/** Toggles full screen. If the browser refuses (no gesture, a policy), nothing happens. */
export function toggleFullscreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  change.catch(() => {})
}

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export const isFullscreen = () => document.fullscreenElement !== null
export const useIsFullscreen = () => useSyncExternalStore(subscribe, isFullscreen)
