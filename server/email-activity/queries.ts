import { and, between, desc, eq } from 'drizzle-orm'
import type { EmailActivityItem } from '../../src/contract/customer-panels.ts'
import { requireKnownCustomer } from '../customers/known-customer.ts'
import type { Db } from '../db/connect.ts'
import { emailActivity } from '../db/schema/customers.ts'

/**
 * What became of the e-mails to a customer, the newest first.
 * @param range unix seconds, both ends included
 * @throws ApiError not_found
 */
export async function listEmailActivity(db: Db, user: number, range: { from: number; to: number }): Promise<EmailActivityItem[]> {
  await requireKnownCustomer(db, user)
  return db
    .select({
      id: emailActivity.id,
      event: emailActivity.event,
      subject: emailActivity.subject,
      tag: emailActivity.tag,
      email: emailActivity.email,
      date: emailActivity.date,
    })
    .from(emailActivity)
    .where(and(eq(emailActivity.userId, user), between(emailActivity.date, range.from, range.to)))
    .orderBy(desc(emailActivity.date), desc(emailActivity.id))
}
