import { eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import { customerNotFound } from './queries.ts'

/**
 * For what hangs on a customer: nothing of a customer who is there differs from a customer who is not.
 * @throws ApiError not_found
 */
export async function requireKnownCustomer(db: Db, id: number): Promise<void> {
  const found = await db.select({ id: customers.id }).from(customers).where(eq(customers.id, id))
  if (found.length === 0) throw customerNotFound(id)
}
