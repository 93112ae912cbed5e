import { and, eq, gte, lte } from 'drizzle-orm'
import type { EventListQuery, EventRow } from '../../src/contract/events.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { Db } from '../db/connect.ts'
import { events } from '../db/schema/customers.ts'
import { evenly, listPage, type ListStrategy } from '../list.ts'

const rowColumns = { id: events.id, event: events.event, user: events.userId, ip: events.ip, date: events.date }

/** A page of app events, of one customer or all (document 2, section 7). */
export async function listEvents(db: Db, query: EventListQuery): Promise<{ rows: EventRow[]; pagination: Pagination }> {
  const { user, from, to, sort } = query
  const where = and(
    user === undefined ? undefined : eq(events.userId, user),
    from === undefined ? undefined : gte(events.date, from),
    to === undefined ? undefined : lte(events.date, to),
  )
  const sortBy = sort === 'id' ? events.id : events.date
  const strategy = where === undefined ? 'walk' : strategyOf(query)
  return listPage(db, { table: events, columns: rowColumns, where, sortBy, strategy }, query)
}

function strategyOf({ user, sort }: EventListQuery): ListStrategy {
  // By date, both one customer's events and all of them have an index with exactly the matches in order.
  if (sort === 'createdAt') return 'walk'
  // Ids grow with time, so a few days' events are adjacent.
  return user === undefined ? { collect: 50_000 } : evenly
}
