import { desc, eq } from 'drizzle-orm'
import type { CustomerDomain } from '../../src/contract/customer-panels.ts'
import { requireKnownCustomer } from '../customers/known-customer.ts'
import type { Db } from '../db/connect.ts'
import { customerDomains } from '../db/schema/customers.ts'

/**
 * The hostnames of a customer, the newest first.
 * @throws ApiError not_found
 */
export async function listCustomerDomains(db: Db, user: number): Promise<CustomerDomain[]> {
  await requireKnownCustomer(db, user)
  return db
    .select({
      id: customerDomains.id,
      hostname: customerDomains.hostname,
      status: customerDomains.status,
      certificate_status: customerDomains.certificate,
      createdAt: customerDomains.createdAt,
      main: customerDomains.main,
    })
    .from(customerDomains)
    .where(eq(customerDomains.userId, user))
    .orderBy(desc(customerDomains.createdAt), desc(customerDomains.id))
}
