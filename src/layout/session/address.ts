import { useSyncExternalStore } from 'react'

/**
 * Address bar for the sign-in screens, which skip the router because it would
 * be a third of their JS. The signed-in console only uses the router.
 */
const listeners = new Set<() => void>()

/** Replaces the current path, so Back never returns to signing in. */
export function goTo(href: string) {
  window.history.replaceState(null, '', href)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export const usePath = () => useSyncExternalStore(subscribe, () => window.location.pathname)
