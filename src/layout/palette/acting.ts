import type { Target } from '../../commands/command.ts'
import type { RecentRecord } from '../commands/recent.ts'
import { createStore } from '../kit/store.ts'

/** What the palette acts on instead of searching: a record or several QR codes, until the person goes back. */
export interface Acting {
  on: RecentRecord | Target<'qrs'>
  /** The filter text; kept here so a question in between doesn't lose it. */
  text: string
  /** The row chosen by the person, valid for its text only. */
  chosen: { text: string; value: string } | null
}

export const acting = createStore<Acting | null>(null)

/** Lists the commands of a record or several QR codes. */
export function actOn(on: Acting['on']) {
  acting.set({ on, text: '', chosen: null })
}

/** Stores the filter text or the chosen row. */
export function changeActing(to: Partial<Pick<Acting, 'text' | 'chosen'>>) {
  const now = acting.get()
  if (now) acting.set({ ...now, ...to })
}

/** Goes back to the results. */
export function leaveActing() {
  acting.set(null)
}

/** The engine's id of the root these commands are nested under. */
export const rootOf = (on: Acting['on']) => ('record' in on ? 'qrs' : `${on.type}:${on.id}`)
