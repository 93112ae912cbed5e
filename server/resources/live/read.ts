import { sql } from 'drizzle-orm'
import type { Orm } from '../../db/connect.ts'
import { changes } from '../../db/schema/live.ts'
import { appState } from '../../db/schema/staff.ts'
import { readAuthors } from './authors.ts'
import { type LoggedChange, type MergedChange, merged } from './merge.ts'
import { parseSnapshot, type Snapshot, snapshotText } from './position.ts'

/** What happened since a snapshot, and the current snapshot. */
export interface Reading {
  snapshot: Snapshot
  /** The log does not go back that far, or too much happened to list it. */
  behind: boolean
  changes: MergedChange[]
}

/** More changes than this are not sent one by one. */
const maxRows = 2_000

/** Key in `app_state` of the latest transaction whose changes were deleted from the log. */
export const forgottenKey = 'changes.forgotten'

/** The current snapshot. */
export async function readNow(orm: Orm): Promise<Snapshot> {
  const { rows } = await orm.execute<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`)
  return parseSnapshot(rows[0]?.snapshot ?? '')
}

/**
 * Reads the log in one statement; the statement's snapshot is the next position. Skips rows that were moved or
 * restored here: they carry transaction numbers of another database, mostly higher ones.
 */
export async function readChanges(orm: Orm, since: Snapshot): Promise<Reading> {
  const seen = sql`${snapshotText(since)}::pg_snapshot`
  const { rows } = await orm.execute<{ snapshot: string; forgotten: number | null; logged: LoggedChange[] | null }>(sql`
    select pg_current_snapshot()::text as snapshot,
      (select (${appState.value} #>> '{}')::bigint from ${appState} where ${appState.key} = ${forgottenKey}) as forgotten,
      (select json_agg(logged) from (
        select transaction::text::bigint as transaction, at, type, record_id as id, customer_id as "customerId", version, audits
        from ${changes} where transaction >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(transaction, ${seen})
          and pg_visible_in_snapshot(transaction, pg_current_snapshot())
        order by changes.transaction, changes.id limit ${maxRows + 1}) logged) as logged`)
  const { snapshot: text = '', forgotten = null, logged } = rows[0] ?? {}
  const snapshot = parseSnapshot(text)
  const found = logged ?? []
  // A restored database may number its transactions from a lower value again.
  const behind =
    found.length > maxRows || (forgotten !== null && forgotten >= since.xmin && forgotten < snapshot.xmax) || since.xmax > snapshot.xmax
  if (behind || found.length === 0) return { snapshot, behind, changes: [] }
  return { snapshot, behind, changes: merged(found, await readAuthors(orm, found)) }
}
