import type { AuditAction } from '../../src/contract/audit-actions.ts'
import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Refusal } from '../../src/contract/customer-rules.ts'
import { type Actor, writeAudit } from '../audit/write.ts'
import type { Db, Orm } from '../db/connect.ts'
import { customers, subscriptionChanges } from '../db/schema/customers.ts'
import { type LockedCustomer, requireCustomer } from './rules.ts'
import { customerSearchColumns } from './search-columns.ts'

type Columns = typeof customers.$inferSelect
/** New values of a customer's columns. Version, time of the change and search columns follow by themselves. */
export type CustomerColumns = Partial<
  Omit<Columns, 'id' | 'version' | 'updatedAt' | 'displayedStatus' | 'searchKeys' | 'searchText' | 'nameKey'>
>

/** The fields of `set` that differ from `from`, as they were and as they become. */
export function differences(from: LockedCustomer, set: CustomerColumns) {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(set)) {
    const former = from[field as keyof CustomerColumns]
    if (isDeepStrictEqual(former, value)) continue
    before[field] = former
    after[field] = value
  }
  return { before, after }
}

/**
 * Writes columns of a locked customer, with the search columns, and the row of a change of the raw status.
 * @param now unix seconds
 * @param reason why the status changed, for the time line
 */
export async function writeCustomer(
  tx: Db,
  customer: LockedCustomer,
  set: CustomerColumns,
  now: number,
  reason: string | null = null,
): Promise<void> {
  await tx
    .update(customers)
    .set({ ...set, ...customerSearchColumns({ ...customer, ...set }), updatedAt: now, version: sql`${customers.version} + 1` })
    .where(eq(customers.id, customer.id))
  const { subscriptionStatus: toStatus } = set
  if (typeof toStatus === 'string' && toStatus !== customer.subscriptionStatus)
    await tx.insert(subscriptionChanges).values({ userId: customer.id, at: now, fromStatus: customer.subscriptionStatus, toStatus, reason })
}

/** One action on a customer that needs nobody else. */
export interface CustomerAction {
  /** The command's id: `customer.ban`. */
  action: AuditAction
  /** The rule that the console asked too: a text says that what the action makes so is so already. */
  alreadySo(customer: LockedCustomer): Refusal
  set(customer: LockedCustomer): CustomerColumns
  /** Why the status changed, where it does: for the time line. */
  reason?: string
  /** What else changes with it, in the same transaction, and may refuse. */
  also?: (tx: Db, customer: LockedCustomer) => Promise<void>
  /** Whether `POST /undo` takes it back: then it has a line in server/undo/undo.ts. */
  reversible?: boolean
}

/**
 * Runs an action: lock, rule, change and audit row, in one transaction.
 * @param now unix seconds
 * @returns the id of the audit row; null if it was so already, and nothing changed (ruling 53)
 * @throws ApiError not_found
 */
export async function changeCustomer(orm: Orm, actor: Actor, id: number, now: number, change: CustomerAction): Promise<number | null> {
  return orm.transaction(async (tx) => {
    const customer = await requireCustomer(tx, id)
    if (change.alreadySo(customer) !== null) return null
    const set = change.set(customer)
    await change.also?.(tx, customer)
    await writeCustomer(tx, customer, set, now, change.reason)
    return auditCustomer(tx, actor, id, now, {
      action: change.action,
      ...differences(customer, set),
      reversible: change.reversible ?? false,
    })
  })
}

/** The audit row of a change of a customer. */
export function auditCustomer(
  tx: Db,
  actor: Actor,
  id: number,
  now: number,
  entry: { action: AuditAction; before?: Record<string, unknown>; after?: Record<string, unknown>; reversible?: boolean },
): Promise<number> {
  return writeAudit(tx, { ...actor, now, targetType: 'customer', targetId: id, ...entry })
}
