import type { Target } from '../../commands/command.ts'
import type { RecentRecord } from '../commands/recent.ts'
import { createStore } from '../kit/store.ts'

/** What the palette acts on instead of searching: one record, or several QR codes at once. It stays this one until one goes back. */
export interface Acting {
  on: RecentRecord | Target<'qrs'>
  /** What is typed to find one of its commands. It lives here, so that a question in between does not lose it. */
  text: string
  /** The row that the person has chosen, for the text it was chosen on. */
  chosen: { text: string; value: string } | null
}

export const acting = createStore<Acting | null>(null)

/** Lists the commands of a record, or of several QR codes. */
export function actOn(on: Acting['on']) {
  acting.set({ on, text: '', chosen: null })
}

/** Keeps what is typed or chosen meanwhile. */
export function changeActing(to: Partial<Pick<Acting, 'text' | 'chosen'>>) {
  const now = acting.get()
  if (now) acting.set({ ...now, ...to })
}

/** Goes back to the results. */
export function leaveActing() {
  acting.set(null)
}

/** What the palette's engine calls it: the root that its commands are nested under. */
export const rootOf = (on: Acting['on']) => ('record' in on ? 'qrs' : `${on.type}:${on.id}`)
