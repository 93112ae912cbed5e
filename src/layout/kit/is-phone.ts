import { useSyncExternalStore } from 'react'

/** Where the layout is a phone's, as the style sheets have it. Absent where there is no window to ask (tests). */
const narrow = typeof matchMedia === 'function' ? matchMedia('(width < 40rem)') : null

function subscribe(listener: () => void) {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

export const isPhone = () => narrow?.matches ?? false

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone)
}
