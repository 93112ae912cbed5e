import { useSyncExternalStore } from 'react'

/** The style sheets' phone width. Null without a window (tests). */
const narrow = typeof matchMedia === 'function' ? matchMedia('(width < 40rem)') : null

function subscribe(listener: () => void) {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

export const isPhone = () => narrow?.matches ?? false

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone)
}
