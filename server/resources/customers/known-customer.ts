import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { customerNotFound } from './queries.ts'

/**
 * Checks that a customer exists, for data that hangs on them: an empty result and a missing customer differ.
 * @throws ApiError not_found
 */
export async function requireKnownCustomer(db: Db, id: number): Promise<void> {
  const found = await db.select({ id: customers.id }).from(customers).where(eq(customers.id, id))
  if (found.length === 0) throw customerNotFound(id)
}
