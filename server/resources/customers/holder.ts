import { eq, type SQL, sql } from 'drizzle-orm'
import type { Holder } from '../../../src/contract/details.ts'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { customerNotFound, fullNameOf } from './queries.ts'

/**
 * A list row's customer by name. Read only for the rows of a page.
 * @param id the row's column, qualified with its table: unqualified, it would mean the customer's
 */
export const holderOf = (id: SQL) =>
  sql<Omit<Holder, 'id'> | null>`(select jsonb_build_object('fullName', trim(both from c.first_name || ' ' || c.last_name),
    'companyName', c.company_name, 'email', c.email) from customers c where c.id = ${id})`

/** @throws ApiError not_found */
export async function readHolder(db: Db, id: number): Promise<Holder> {
  const { firstName, lastName, companyName, email } = customers
  const [row] = await db.select({ firstName, lastName, companyName, email }).from(customers).where(eq(customers.id, id))
  if (!row) throw customerNotFound(id)
  return { id, fullName: fullNameOf(row), companyName: row.companyName, email: row.email }
}
