import type { Charge } from './charges.ts'
import type { Ending, Fate } from './endings.ts'

/** A change of the raw subscription status. */
export interface Change {
  at: number
  from: string | null
  to: string
  reason: string | null
}

/** One customer's subscription from sign-up to now: the rows of payments and status changes come from it. */
export interface Life {
  ending: Ending
  fate: Fate
  changes: Change[]
  charges: Charge[]
  trialEnd: number | null
  /** When the running period (or trial) ends. */
  periodEnd: number | null
  /** When the customer or staff asked for the end, and when it came. */
  canceledAt: number | null
  endedAt: number | null
}

export interface LifeInput {
  createdAt: number
  now: number
  currency: string
  fate: Fate
  /** Bank debits are confirmed days after they are made. */
  bankDebit: boolean
  /** A told story keeps its ending; otherwise a subscription that still runs may be past due, about to end, … */
  told: boolean
}

/** Records a change of the raw status, from what it was. */
export function change(life: Life, at: number, to: string, reason: string | null): void {
  life.changes.push({ at, from: life.changes.at(-1)?.to ?? null, to, reason })
}
