/** The one running download, or null. It continues across pages. */
export function progressStore<Progress>() {
  let current: Progress | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (next: Progress | null) => {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
