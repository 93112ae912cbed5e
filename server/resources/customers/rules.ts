import { asc, inArray } from 'drizzle-orm'
import type { CustomerFacts } from '../../../src/contract/customer-rules.ts'
import type { Db } from '../../db/connect.ts'
import { customerNotes } from '../../db/schema/customer-records.ts'
import { customers } from '../../db/schema/customers.ts'
import { customerNotFound, fromRecord, fullNameOf } from './queries.ts'

/** A customer (row locked if it is to be changed) with all facts the contract's rules need, and a name for messages. */
export type LockedCustomer = Omit<typeof customers.$inferSelect, 'archived'> & CustomerFacts & { name: string }

/**
 * Customers by id; missing ones are left out. With `lock` they stay locked until the transaction ends, in order of id.
 */
export async function readCustomers(tx: Db, ids: readonly number[], { lock }: { lock: boolean }): Promise<Map<number, LockedCustomer>> {
  if (ids.length === 0) return new Map()
  const query = tx
    .select()
    .from(customers)
    .where(inArray(customers.id, [...ids]))
    .orderBy(asc(customers.id))
  const records = await (lock ? query.for('update') : query)
  const notes = await tx
    .select({ id: customerNotes.userId })
    .from(customerNotes)
    .where(inArray(customerNotes.userId, [...ids]))
  const noted = new Set(notes.map(({ id }) => id))
  return new Map(
    records.map((record) => [
      record.id,
      { ...record, ...fromRecord(record, noted.has(record.id)), name: fullNameOf(record) || record.email },
    ]),
  )
}

/** A customer by id; null if there is none. With `lock` the row stays locked until the transaction ends. */
export async function readCustomer(tx: Db, id: number, options: { lock: boolean }): Promise<LockedCustomer | null> {
  return (await readCustomers(tx, [id], options)).get(id) ?? null
}

/**
 * Locks a customer.
 * @throws ApiError not_found
 */
export async function requireCustomer(tx: Db, id: number): Promise<LockedCustomer> {
  const customer = await readCustomer(tx, id, { lock: true })
  if (!customer) throw customerNotFound(id)
  return customer
}
