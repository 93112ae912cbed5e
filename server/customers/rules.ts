import { eq } from 'drizzle-orm'
import type { CustomerFacts, Refusal } from '../../src/contract/customer-rules.ts'
import type { Db } from '../db/connect.ts'
import { customerNotes, customers } from '../db/schema/customers.ts'
import { ApiError } from '../http/errors.ts'
import { customerNotFound, fromRecord, fullNameOf } from './queries.ts'

/** A customer whose row is locked: all that the rules of the contract decide by, and a name for messages. */
export type LockedCustomer = Omit<typeof customers.$inferSelect, 'archived'> & CustomerFacts & { name: string }

/** Locks a customer for the rest of the transaction. Null when there is none. */
export async function lockCustomer(tx: Db, id: number): Promise<LockedCustomer | null> {
  const [record] = await tx.select().from(customers).where(eq(customers.id, id)).for('update')
  if (!record) return null
  const notes = await tx.select({ id: customerNotes.userId }).from(customerNotes).where(eq(customerNotes.userId, id))
  return { ...record, ...fromRecord(record, notes.length > 0), name: fullNameOf(record) || record.email }
}

/**
 * The same for a customer that must be there.
 * @throws ApiError not_found
 */
export async function requireCustomer(tx: Db, id: number): Promise<LockedCustomer> {
  const customer = await lockCustomer(tx, id)
  if (!customer) throw customerNotFound(id)
  return customer
}

/** @throws ApiError unavailable_action with the rule's own words */
export function unlessRefused(refusal: Refusal): void {
  if (refusal !== null) throw new ApiError('unavailable_action', refusal)
}

/**
 * Compares the version that an update was made from; absent is not compared.
 * @param what whose record it is, as a message begins
 * @throws ApiError stale
 */
export function requireVersion(given: number | null | undefined, current: number | null, what: string): void {
  if (given !== undefined && given !== current)
    throw new ApiError('stale', `${what} was changed by somebody else since you opened it: nothing was saved.`)
}
