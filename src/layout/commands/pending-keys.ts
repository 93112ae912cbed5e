import type { ResolvedCommand } from '../../commands/resolve.ts'
import { createStore } from './store.ts'

const lapsesAfter = 1000

/** A sequence that has begun: the strokes so far, and which may follow. */
export interface PendingKeys {
  strokes: readonly string[]
  follow: readonly { stroke: string; bound: ResolvedCommand }[]
}

export const pendingKeys = createStore<PendingKeys | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Begins or continues a sequence, which lapses after a second; null ends it. */
export function setPendingKeys(pending: PendingKeys | null) {
  clearTimeout(timer)
  pendingKeys.set(pending)
  if (pending) timer = setTimeout(() => pendingKeys.set(null), lapsesAfter)
}
