import type { Charge } from './charges.ts'
import type { Ending, Fate } from './endings.ts'

/** A change of the raw subscription status. */
export interface Change {
  at: number
  from: string | null
  to: string
  reason: string | null
}

/** A subscription from sign-up to now, the source of payments and status changes. */
export interface Life {
  ending: Ending
  fate: Fate
  changes: Change[]
  charges: Charge[]
  trialEnd: number | null
  /** End of the current period or trial. */
  periodEnd: number | null
  /** When the end was requested, and when it came. */
  canceledAt: number | null
  endedAt: number | null
}

export interface LifeInput {
  createdAt: number
  now: number
  currency: string
  fate: Fate
  /** Bank debits are confirmed days later. */
  bankDebit: boolean
  /** Customers with a story keep their ending; other live subscriptions may become past due, about to end, … */
  hasStory: boolean
}

/** Records a change from the current raw status. */
export function change(life: Life, at: number, to: string, reason: string | null): void {
  life.changes.push({ at, from: life.changes.at(-1)?.to ?? null, to, reason })
}
