import type { EmailActivityItem } from '../../../src/contract/email-activity.ts'

/** Unix seconds, both ends included. */
export interface EmailRange {
  from: number
  to: number
}

/** E-mail activity of customers, from the database or, with BREVO_API_KEY, from Brevo. */
export interface EmailLog {
  /**
   * Newest first, at most `maxEmails`; `id` is unique within one reply.
   * @throws EmailLogError
   */
  activity(customer: { id: number; email: string }, range: EmailRange): Promise<EmailActivityItem[]>
}

/** Most items per reply. */
export const maxEmails = 2000

/**
 * The source couldn't be read: `busy` (or silent), so a later
 * retry makes sense, or `refused`. The message can be shown.
 */
export class EmailLogError extends Error {
  override name = 'EmailLogError'
  constructor(
    readonly kind: 'busy' | 'refused',
    message: string,
    /** Seconds to wait, if known. */
    readonly retryAfter: number | null = null,
  ) {
    super(message)
  }
}
