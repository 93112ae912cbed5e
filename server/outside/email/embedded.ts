import { and, between, desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { emailActivity } from '../../db/schema/customer-records.ts'
import { type EmailLog, type EmailRange, maxEmails } from './port.ts'

/** E-mails stored in the database, whatever address they went to. */
export class EmbeddedEmailLog implements EmailLog {
  private readonly db: Db

  constructor(db: Db) {
    this.db = db
  }

  activity({ id }: { id: number }, range: EmailRange) {
    return this.db
      .select({
        id: emailActivity.id,
        event: emailActivity.event,
        subject: emailActivity.subject,
        tag: emailActivity.tag,
        email: emailActivity.email,
        date: emailActivity.date,
      })
      .from(emailActivity)
      .where(and(eq(emailActivity.userId, id), between(emailActivity.date, range.from, range.to)))
      .orderBy(desc(emailActivity.date), desc(emailActivity.id))
      .limit(maxEmails)
  }
}
