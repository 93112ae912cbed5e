import { useSyncExternalStore } from 'react'

/** Whether there is room for a preview: a palette of 48rem plus its margins. */
const wide = typeof matchMedia === 'function' ? matchMedia('(width >= 52rem)') : null

function subscribe(listener: () => void) {
  wide?.addEventListener('change', listener)
  return () => wide?.removeEventListener('change', listener)
}

export const useIsWide = () => useSyncExternalStore(subscribe, () => wide?.matches ?? false)
