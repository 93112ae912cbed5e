import { useSyncExternalStore } from 'react'

/**
 * The address bar for the sign-in screens, which have no router: the router and what it brings would be a third of their
 * JavaScript. The signed-in console uses the router alone.
 */
const listeners = new Set<() => void>()

/** Goes to a path of the console, in place of the one on screen: signing in leaves no trace that Back would run into. */
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

/** The path on screen now. */
export const usePath = () => useSyncExternalStore(subscribe, () => window.location.pathname)
