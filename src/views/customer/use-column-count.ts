import { useSyncExternalStore } from 'react'

const two = matchMedia('(width >= 48rem)')
const three = matchMedia('(width >= 80rem)')

function subscribe(listener: () => void) {
  for (const query of [two, three]) query.addEventListener('change', listener)
  return () => {
    for (const query of [two, three]) query.removeEventListener('change', listener)
  }
}

const now = () => (three.matches ? 3 : two.matches ? 2 : 1)

/** Columns that fit the window. Decided here, not in CSS, so DOM, tab and visual order agree at every width. */
export function useColumnCount(): 1 | 2 | 3 {
  return useSyncExternalStore(subscribe, now)
}
