import { useSyncExternalStore } from 'react'

/** Where the palette has room for a preview beside its results: from 48rem of its own, plus what stays free around it. */
const wide = typeof matchMedia === 'function' ? matchMedia('(width >= 52rem)') : null

function subscribe(listener: () => void) {
  wide?.addEventListener('change', listener)
  return () => wide?.removeEventListener('change', listener)
}

export const useIsWide = () => useSyncExternalStore(subscribe, () => wide?.matches ?? false)
