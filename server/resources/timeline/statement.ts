import { type SQL, sql } from 'drizzle-orm'
import type { TimelineKind } from '../../../src/contract/timeline.ts'
import { timelineSources } from './sources.ts'

/** The last entry of a page. */
export interface Cursor {
  at: number
  kind: TimelineKind
  id: number
}

/**
 * The first `limit` entries after the cursor, newest first; ties by kind, then id descending. Each source is limited before
 * merging, so a long timeline costs no more than a short one. Staff are named if an account still has their e-mail address.
 */
export function timelineStatement(customer: number, kinds: readonly TimelineKind[], cursor: Cursor | null, limit: number): SQL {
  const branches = kinds.flatMap((kind) =>
    timelineSources[kind](customer).map(
      (source) => sql`(select ${kind}::text as kind, source.* from (${source}) as source
        where ${isBehind(cursor, kind)} order by source.at desc, source.id desc limit ${limit})`,
    ),
  )
  return sql`
    with entries as materialized (
      select * from (${sql.join(branches, sql` union all `)}) as every order by at desc, kind collate "C", id desc limit ${limit})
    select e.kind, e.at, e.id, e.what, e.detail, e.amount, e.currency, 
      coalesce(s.name, e.actor) || coalesce(', approved by ' || coalesce(t.name, e.approver), '') as actor, e.before, e.after
    from entries e left join staff s on lower(s.email) = lower(e.actor) left join staff t on lower(t.email) = lower(e.approver)
    order by e.at desc, e.kind collate "C", e.id desc`
}

/** Whether an entry comes after the cursor, in a form its source's index can use. */
function isBehind(cursor: Cursor | null, kind: TimelineKind): SQL {
  if (cursor === null) return sql`true`
  const { at, id } = cursor
  if (kind === cursor.kind) return sql`(source.at, source.id) < (${at}::bigint, ${id}::bigint)`
  return kind > cursor.kind ? sql`source.at <= ${at}::bigint` : sql`source.at < ${at}::bigint`
}
