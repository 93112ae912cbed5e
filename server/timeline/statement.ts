import { type SQL, sql } from 'drizzle-orm'
import type { TimelineKind } from '../../src/contract/timeline.ts'
import { timelineSources } from './sources.ts'

/** The last entry of a piece: the next one begins behind it. */
export interface Cursor {
  at: number
  kind: TimelineKind
  id: number
}

/**
 * The first `limit` entries of a customer's line behind the cursor, in order: newest first, of one second by kind, then by id
 * descending. Each source gives at most `limit` before they are merged, so that a long line costs no more than a short one.
 */
export function timelineStatement(customer: number, kinds: readonly TimelineKind[], cursor: Cursor | null, limit: number): SQL {
  const branches = kinds.flatMap((kind) =>
    timelineSources[kind](customer).map(
      (source) => sql`(select ${kind}::text as kind, source.* from (${source}) as source
        where ${isBehind(cursor, kind)} order by source.at desc, source.id desc limit ${limit})`,
    ),
  )
  return sql`select * from (${sql.join(branches, sql` union all `)}) as entries
    order by at desc, kind collate "C", id desc limit ${limit}`
}

/** Whether an entry of a kind comes behind the cursor, as its source's index can tell. */
function isBehind(cursor: Cursor | null, kind: TimelineKind): SQL {
  if (cursor === null) return sql`true`
  const { at, id } = cursor
  if (kind === cursor.kind) return sql`(source.at, source.id) < (${at}::bigint, ${id}::bigint)`
  return kind > cursor.kind ? sql`source.at <= ${at}::bigint` : sql`source.at < ${at}::bigint`
}
