import { isDeepStrictEqual } from 'node:util'
import { eq, inArray, sql } from 'drizzle-orm'
import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import type { Refusal } from '../../../src/contract/customer-rules.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { customers, subscriptionChanges } from '../../db/schema/customers.ts'
import { type LockedCustomer, requireCustomer } from './rules.ts'
import { customerSearchColumns } from './search-columns.ts'

type Columns = typeof customers.$inferSelect
/** Customer columns to change. Version, change time and search columns are derived. */
export type CustomerColumns = Partial<
  Omit<Columns, 'id' | 'version' | 'updatedAt' | 'displayedStatus' | 'searchKeys' | 'searchText' | 'nameKey'>
>

/** Fields of `set` that differ from `from`, before and after. */
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
 * Updates a locked customer with its search columns, and records a change of raw status.
 * @param now unix seconds
 * @param reason why the status changed, for the timeline
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

/**
 * Sets the same flags of many locked customers. They aren't searched for, so there are no search columns to write.
 * @param now unix seconds
 */
export async function writeFlags(
  tx: Db,
  ids: readonly number[],
  flags: Pick<CustomerColumns, 'banned' | 'whitelisted'>,
  now: number,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(customers)
    .set({ ...flags, updatedAt: now, version: sql`${customers.version} + 1` })
    .where(inArray(customers.id, [...ids]))
}

/** An action on a customer that involves nobody else. */
export interface CustomerAction {
  /** The command, such as `customer.ban`. */
  action: AuditAction
  /** The rule that the console also checks. A text means that there is nothing to change. */
  alreadySo(customer: LockedCustomer): Refusal
  set(customer: LockedCustomer): CustomerColumns
  /** Why the status changed, if it does; for the timeline. */
  reason?: string
  /** Further changes in the same transaction; may refuse. */
  also?: (tx: Db, customer: LockedCustomer) => Promise<void>
  /** Whether `POST /undo` can reverse it; undo/reversals.ts must then know it. */
  reversible?: boolean
}

/**
 * Runs an action in one transaction: lock, rule, change, audit row.
 * @param now unix seconds
 * @returns the audit row's id; null if it was already so and nothing changed (ruling 53)
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

/** Writes the audit row of a change to a customer. */
export function auditCustomer(
  tx: Db,
  actor: Actor,
  id: number,
  now: number,
  entry: {
    action: AuditAction
    before?: Record<string, unknown>
    after?: Record<string, unknown>
    reversible?: boolean
    batch?: string | undefined
    rows?: number
  },
): Promise<number> {
  return writeAudit(tx, { ...actor, now, targetType: 'customer', targetId: id, ...entry })
}
