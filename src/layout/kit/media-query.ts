import { useSyncExternalStore } from 'react'

/** Whether the window fits a media query, now and as a hook. Never without a window (tests). */
export function mediaQuery(query: string) {
  const list = typeof matchMedia === 'function' ? matchMedia(query) : null
  const fits = () => list?.matches ?? false
  const subscribe = (listener: () => void) => {
    list?.addEventListener('change', listener)
    return () => list?.removeEventListener('change', listener)
  }
  return { fits, useFits: () => useSyncExternalStore(subscribe, fits) }
}
