import type { EventListQuery, EventRow } from '../../../src/contract/events.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Db } from '../../db/connect.ts'
import { equals, inRange } from '../../db/list/conditions.ts'
import { listPage, splitByIndex } from '../../db/list/list.ts'
import { events } from '../../db/schema/customer-records.ts'

const rowColumns = { id: events.id, event: events.event, user: events.userId, ip: events.ip, date: events.date }

/** A page of app events, of one customer or all (document 2, section 7). */
export async function listEvents(db: Db, query: EventListQuery): Promise<{ rows: EventRow[]; pagination: Pagination }> {
  const { user, from, to, sort } = query
  const conditions = {
    user: equals(events.userId, user),
    period: inRange(events.date, from, to),
  }
  const split = splitByIndex(conditions, sort === 'id' ? [] : [['user', 'period'], ['user'], ['period']])
  return listPage(db, { table: events, columns: rowColumns, ...split, sortBy: sort === 'id' ? events.id : events.date }, query)
}
