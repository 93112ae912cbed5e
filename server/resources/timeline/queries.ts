import { type TimelineEntry, type TimelineKind, timelineKinds, timelinePageSize } from '../../../src/contract/timeline.ts'
import type { Db } from '../../db/connect.ts'
import { requireKnownCustomer } from '../customers/known-customer.ts'
import { type Cursor, timelineStatement } from './statement.ts'

type EntryRecord = Omit<TimelineEntry, 'id'> & { id: number }

/**
 * A page of a customer's timeline, newest first; `next` continues it, null at the end.
 * @param asked kinds (none: all) and an earlier page's `next` as `before`
 * @throws ApiError not_found
 */
export async function readTimeline(
  db: Db,
  customer: number,
  query: { kinds?: TimelineKind[] | undefined; before?: string | undefined },
): Promise<{ rows: TimelineEntry[]; next: string | null }> {
  await requireKnownCustomer(db, customer)
  const kinds = timelineKinds.filter((kind) => !query.kinds?.length || query.kinds.includes(kind))
  const cursor = query.before === undefined ? null : parseCursor(query.before)
  // One more than a page, to know if there are more.
  const statement = timelineStatement(customer, kinds, cursor, timelinePageSize + 1)
  const { rows } = await db.execute<EntryRecord & Record<string, unknown>>(statement)
  const piece = rows.slice(0, timelinePageSize).map((row) => ({ ...row, id: `${row.kind}:${row.id}` }))
  const last = piece.at(-1)
  return { rows: piece, next: rows.length > timelinePageSize && last ? `${last.at}:${last.id}` : null }
}

/** @param text in the contract's format */
function parseCursor(text: string): Cursor {
  const [at, kind, id] = text.split(':')
  return { at: Number(at), kind: kind as TimelineKind, id: Number(id) }
}
