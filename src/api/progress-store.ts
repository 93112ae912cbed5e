/** The one running download, or null. It continues across pages. */
export interface ProgressStore<Progress> {
  get: () => Progress | null
  set: (next: Progress | null) => void
  subscribe: (listener: () => void) => () => void
}

export function progressStore<Progress>(): ProgressStore<Progress> {
  let current: Progress | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (next) => {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
