import { forgetVisit, ofVisit, onForgotten } from '../../api/visit.ts'
import { clearStored } from '../kit/browser-storage.ts'
import type { Store } from '../kit/store.ts'

/** Null before the first sign-in. */
let visitor: number | null = null

/** A store whose value ends with the visit; whoever listens hears of that, too. */
export function visitStore<Value>(make: () => Value): Store<Value> {
  const memory = ofVisit(() => ({ value: make() }))
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  onForgotten(tell)
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
export const visitKey = (name: string) => `visit.${visitor ?? ''}.${name}`

/** Somebody signed in: the same person keeps all memories, anybody else starts empty. */
export function startVisit(userId: number) {
  if (visitor === userId) return
  if (visitor !== null) endVisit()
  visitor = userId
  forgetVisit()
}

export function endVisit() {
  clearStored(visitKey(''), 'sessionStorage')
  forgetVisit()
}
