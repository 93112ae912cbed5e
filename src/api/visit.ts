/**
 * What the console remembers during a visit (focused rows, selections, the list being walked) is personal. It hangs on
 * one object, which ends on sign-out and when somebody else signs in.
 */
let memories = new Map<() => unknown, unknown>()
const listeners = new Set<() => void>()

/** Declares a memory, made in each visit when it is first asked for. */
export function ofVisit<Memory>(make: () => Memory): () => Memory {
  return () => {
    if (!memories.has(make)) memories.set(make, make())
    return memories.get(make) as Memory
  }
}

export const onForgotten = (listener: () => void) => void listeners.add(listener)

export function forgetVisit() {
  memories = new Map()
  for (const listener of listeners) listener()
}
