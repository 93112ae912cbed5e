import type { LiveChange, LiveType } from '../../src/contract/live.ts'
import type { Author } from './authors.ts'

/** A row of the change log. */
export interface LoggedChange {
  transaction: number
  /** Unix seconds. */
  at: number
  type: LiveType
  id: number | null
  customerId: number | null
  version: number | null
  fields: string[]
  audits: number[] | null
}

/** A change as it is told, and the transactions that it sums up. */
export interface ToldChange {
  change: LiveChange
  transactions: number[]
}

/**
 * Sums up what happened to the same record by the same command, and what the product and jobs did to it, however often.
 * In the order of what happened first.
 */
export function merged(logged: readonly LoggedChange[], authorOf: (change: LoggedChange) => Author): ToldChange[] {
  const told = new Map<string, ToldChange>()
  for (const one of logged) {
    const author = authorOf(one)
    const key = [one.type, one.id, one.customerId, author.auditId, author.by?.id].join(' ')
    const known = told.get(key)
    if (known) add(known, one)
    else told.set(key, { change: changeOf(one, author), transactions: [one.transaction] })
  }
  return [...told.values()]
}

function changeOf({ type, id, customerId, version, fields, at }: LoggedChange, { by, auditId }: Author): LiveChange {
  return { type, id, customerId, version, fields: [...new Set(fields)], by, auditId, at }
}

function add({ change, transactions }: ToldChange, { transaction, version, fields, at }: LoggedChange): void {
  transactions.push(transaction)
  // No names: the record is new or gone, and that says more.
  change.fields = change.fields.length === 0 || fields.length === 0 ? [] : [...new Set([...change.fields, ...fields])]
  if (version !== null) change.version = Math.max(version, change.version ?? 0)
  change.at = Math.max(at, change.at)
}
