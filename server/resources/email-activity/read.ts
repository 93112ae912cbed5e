import { eq } from 'drizzle-orm'
import type { EmailActivityItem } from '../../../src/contract/email-activity.ts'
import { customers } from '../../db/schema/customers.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { EmailLogError, type EmailRange } from '../../outside/email/port.ts'
import { customerNotFound } from '../customers/queries.ts'

/**
 * A customer's e-mail activity, newest first.
 * @throws ApiError not_found; service_unavailable if the source is busy or silent, bad_gateway if it refuses
 */
export async function readEmailActivity({ database, email }: AppContext, user: number, range: EmailRange): Promise<EmailActivityItem[]> {
  const [customer] = await database.orm.select({ id: customers.id, email: customers.email }).from(customers).where(eq(customers.id, user))
  if (!customer) throw customerNotFound(user)
  try {
    return await email.activity(customer, range)
  } catch (error) {
    if (!(error instanceof EmailLogError)) throw error
    const { kind, message, retryAfter } = error
    throw new ApiError(kind === 'busy' ? 'service_unavailable' : 'bad_gateway', message, retryAfter === null ? {} : { retryAfter })
  }
}
