import { type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '../outside/context.ts'
import { sweepExpired } from '../resources/auth/sessions.ts'
import { missingKeptDays } from '../resources/words/missing.ts'

/** Rows per transaction: few enough that nobody waits long for the embedded database or for a lock. */
const rowsAtOnce = 1000

/** Seconds after which a used or expired login to the app is deleted. */
const loginsKept = 86_400

const days = (count: number) => count * 86_400

/** Old rows to delete from a table. The condition is covered by an index, or the table is small. */
interface Old {
  table: string
  key: string
  where: SQL
}

function oldRows({ config, now }: Pick<AppContext, 'config' | 'now'>): Old[] {
  const received = now() - days(config.providerEventsKeepDays)
  const called = now() - days(config.apiCallsKeepDays)
  return [
    { table: 'provider_events', key: 'id', where: sql`received_at < ${received}` },
    ...(config.apiCallsKeepDays === 0 ? [] : [{ table: 'api_calls', key: 'id', where: sql`created_at < ${called}` }]),
    { table: 'views', key: 'id', where: sql`at < ${now() - days(config.viewsKeepDays)}` },
    { table: 'missing_words', key: 'id', where: sql`at < ${now() - days(missingKeptDays)}` },
    { table: 'app_login_tokens', key: 'token_hash', where: sql`created_at < ${now() - loginsKept}` },
  ]
}

/**
 * Deletes old data: expired sessions, notifications of the payment provider, calls to the public API, who looked at what, texts that
 * found nothing, and logins to the app. Each batch is a transaction of its own. Several servers share the work.
 * @returns how many rows were deleted, by table
 */
export async function pruneOld(context: AppContext, signal?: AbortSignal): Promise<Record<string, number>> {
  const { orm } = context.database.patient
  await sweepExpired(orm, context.config, context.now())
  const gone: Record<string, number> = {}
  for (const { table, key, where } of oldRows(context)) {
    const [name, column] = [sql.identifier(table), sql.identifier(key)]
    for (let portion = rowsAtOnce; portion === rowsAtOnce && signal?.aborted !== true; ) {
      const { rowCount } = await orm.execute(sql`
        delete from ${name} where ${column} in (select ${column} from ${name} where ${where} limit ${rowsAtOnce} for update skip locked)`)
      portion = rowCount ?? 0
      gone[table] = (gone[table] ?? 0) + portion
    }
  }
  return gone
}
