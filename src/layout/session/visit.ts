import { clearStored } from '../kit/browser-storage.ts'
import { createStore, type Store } from '../kit/store.ts'

/**
 * What the console remembers during a visit (focused rows, selections, the list being walked) is personal. It hangs on
 * one object, which ends on sign-out and when somebody else signs in.
 */
interface Visit {
  /** Null before the first sign-in. */
  userId: number | null
  /** By what makes them. */
  memories: Map<() => unknown, unknown>
}

const visit = createStore<Visit>({ userId: null, memories: new Map() })

/** Declares a memory, made in each visit when it is first asked for. */
export function ofVisit<Memory>(make: () => Memory): () => Memory {
  return () => {
    const { memories } = visit.get()
    if (!memories.has(make)) memories.set(make, make())
    return memories.get(make) as Memory
  }
}

/** A store whose value ends with the visit; whoever listens hears of that, too. */
export function visitStore<Value>(make: () => Value): Store<Value> {
  const memory = ofVisit(() => ({ value: make() }))
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  visit.subscribe(tell)
  return {
    get: () => memory().value,
    set: (next) => {
      if (Object.is(next, memory().value)) return
      memory().value = next
      tell()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The key for what this tab stores for the visitor, so that it survives a reload; removed when the visit ends. */
export const visitKey = (name: string) => `visit.${visit.get().userId ?? ''}.${name}`

/** Somebody signed in: the same person keeps all memories, anybody else starts empty. */
export function startVisit(userId: number) {
  const before = visit.get().userId
  if (before === userId) return
  if (before !== null) endVisit()
  visit.set({ userId, memories: new Map() })
}

export function endVisit() {
  clearStored(visitKey(''), 'sessionStorage')
  visit.set({ userId: visit.get().userId, memories: new Map() })
}
