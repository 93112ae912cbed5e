import type { LiveChange, LiveType } from '../../../src/contract/live.ts'

/** A row of the change log. */
export interface LoggedChange {
  transaction: number
  /** Unix seconds. */
  at: number
  type: LiveType
  id: number | null
  customerId: number | null
  version: number | null
  /** Audit rows that the transaction wrote: they identify its author. */
  audits: number[] | null
}

/** Who made a change. */
export type Author = Pick<LiveChange, 'by' | 'auditId'>

/** A change as consoles get it, with the transactions that it sums up. */
export interface MergedChange {
  change: LiveChange
  transactions: number[]
}

/**
 * Merges changes that one command made to the same record, and all changes by the product and by jobs. Ordered by
 * the first change of each.
 */
export function merged(logged: readonly LoggedChange[], authorOf: (change: LoggedChange) => Author): MergedChange[] {
  const byKey = new Map<string, MergedChange>()
  for (const one of logged) {
    const author = authorOf(one)
    const key = [one.type, one.id, one.customerId, author.auditId, author.by?.id].join(' ')
    const known = byKey.get(key)
    if (known) add(known, one)
    else byKey.set(key, { change: changeOf(one, author), transactions: [one.transaction] })
  }
  return [...byKey.values()]
}

function changeOf({ type, id, customerId, version, at }: LoggedChange, { by, auditId }: Author): LiveChange {
  return { type, id, customerId, version, by, auditId, at }
}

function add({ change, transactions }: MergedChange, { transaction, version, at }: LoggedChange): void {
  transactions.push(transaction)
  if (version !== null) change.version = Math.max(version, change.version ?? 0)
  change.at = Math.max(at, change.at)
}
