import type { EmailActivityItem } from '../../../src/contract/email-activity.ts'

/** Unix seconds, both ends included. */
export interface EmailRange {
  from: number
  to: number
}

/** What became of the e-mails to customers. Two sources: the database's own table, and Brevo behind BREVO_API_KEY. */
export interface EmailLog {
  /**
   * The newest first, at most `mostEmails` of them; `id` tells the items of one answer apart.
   * @throws EmailLogError
   */
  activity(customer: { id: number; email: string }, range: EmailRange): Promise<EmailActivityItem[]>
}

/** No answer holds more. */
export const mostEmails = 2000

/** The source could not be read: it is busy or silent, and asking later makes sense, or it refuses. The message can be shown. */
export class EmailLogError extends Error {
  override name = 'EmailLogError'
  constructor(
    readonly kind: 'busy' | 'refused',
    message: string,
    /** Seconds to wait, where the source said so. */
    readonly retryAfter: number | null = null,
  ) {
    super(message)
  }
}
