import type { Db } from '../../db/connect.ts'
import type { Config } from '../../process/config.ts'
import { BrevoEmailLog } from './brevo.ts'
import { EmbeddedEmailLog } from './embedded.ts'
import type { EmailLog } from './port.ts'

/**
 * The configured source of e-mail events: Brevo if there is a key, else the database.
 * @param now unix seconds
 */
export function createEmailLog({ brevo }: Pick<Config, 'brevo'>, db: Db, now: () => number): EmailLog {
  return brevo === null ? new EmbeddedEmailLog(db) : new BrevoEmailLog(brevo, now)
}
