import { sql } from 'drizzle-orm'
import type { Orm } from '../../db/connect.ts'
import { changes } from '../../db/schema/live.ts'
import { appState } from '../../db/schema/staff.ts'
import type { AppContext } from '../../outside/context.ts'
import { deleteLapsed } from './presence.ts'
import { forgottenKey } from './read.ts'

/** Seconds that changes are kept for consoles that reconnect. */
export const keptSeconds = 6 * 60 * 60

/** Changes deleted at a time: few enough to take only a moment. */
const atOnce = 5_000

/** Deletes old changes, and presence that has lapsed. */
export async function pruneLive({ database, now }: Pick<AppContext, 'database' | 'now'>): Promise<void> {
  await deleteLapsed(database.orm, now())
  while ((await forgetChanges(database.orm)) === atOnce);
}

/**
 * Deletes a batch of the oldest changes and records how far it got: consoles with an older position reload everything.
 * @param kept seconds
 * @returns how many
 */
export async function forgetChanges(orm: Orm, kept = keptSeconds): Promise<number> {
  const { rows } = await orm.execute<{ count: number }>(sql`
    with oldest as (select transaction, id, at from ${changes} order by transaction, id limit ${atOnce}),
      gone as (
        delete from ${changes} using oldest
        where changes.transaction = oldest.transaction and changes.id = oldest.id
          and oldest.at < extract(epoch from clock_timestamp())::bigint - ${kept}::int
        returning changes.transaction),
      noted as (
        insert into ${appState} (key, value)
        select ${forgottenKey}, to_jsonb(transaction::text) from gone order by gone.transaction desc limit 1
        on conflict (key) do update set value = excluded.value)
    select count(*) as count from gone`)
  return rows[0]?.count ?? 0
}
