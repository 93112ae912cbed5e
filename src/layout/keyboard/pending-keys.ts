import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import { createStore } from '../kit/store.ts'

const lapsesAfter = 1000
/** More keys than a glance takes in are read first. */
const lapsesAfterMany = 4000
const few = 6

/** A sequence in progress and the strokes that may follow. */
export interface PendingKeys {
  strokes: readonly string[]
  follow: readonly { stroke: string; bound: ResolvedCommand }[]
}

export const hasMany = ({ follow }: PendingKeys) => follow.length > few

export const pendingKeys = createStore<PendingKeys | null>(null)

// The sidebar shows its keys while one that goes somewhere is begun.
pendingKeys.subscribe(() => {
  const isGoing = pendingKeys.get()?.follow.some(({ bound }) => bound.command.href !== undefined) ?? false
  document.documentElement.toggleAttribute('data-going', isGoing)
})

let timer: ReturnType<typeof setTimeout> | undefined

/** Starts or continues a sequence, which lapses after a second, or later if many keys may follow; null ends it. */
export function setPendingKeys(pending: PendingKeys | null) {
  clearTimeout(timer)
  pendingKeys.set(pending)
  if (pending) timer = setTimeout(() => pendingKeys.set(null), hasMany(pending) ? lapsesAfterMany : lapsesAfter)
}

/** A keystroke and the strokes it may mean. */
export interface Press {
  event: KeyboardEvent
  strokes: readonly string[]
}

/** The URL and the record on screen, if any, when keys were pressed. */
export interface PressedAt {
  location: string
  target: string | null
}

/** Keystrokes waiting for the screen to load. Without a place they are for wherever the previous keystroke leads. */
export const keptKeys = createStore<{ place: PressedAt | null; presses: readonly Press[] } | null>(null)
