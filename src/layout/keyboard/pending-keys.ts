import type { ResolvedCommand } from '../../commands/resolve.ts'
import { createStore } from '../kit/store.ts'

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

/** A press, and the strokes that it may stand for. */
export interface Press {
  event: KeyboardEvent
  strokes: readonly string[]
}

/** What was on screen when keys were pressed: the address, and the record, if there was one. */
export interface PressedAt {
  location: string
  target: string | null
}

/** Presses that wait for what is on its way to the screen. Without a place they are for wherever the press before them leads. */
export const keptKeys = createStore<{ place: PressedAt | null; presses: readonly Press[] } | null>(null)
