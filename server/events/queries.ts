import { and, eq, gte, lte } from 'drizzle-orm'
import type { EventListQuery, EventRow } from '../../src/contract/events.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { Db } from '../db/connect.ts'
import { events } from '../db/schema/customers.ts'
import { evenly, listPage, type ListStrategy } from '../list.ts'

const rowColumns = { id: events.id, event: events.event, user: events.userId, ip: events.ip, date: events.date }

/** A page of what customers did in the product's app, of one of them or of all (document 2, section 7). */
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
  // By date there is an index for one customer's events and one for all: each holds matches in order, and nothing between them.
  if (sort === 'createdAt') return 'walk'
  // Ids grow with time: events of some days lie together in them.
  return user === undefined ? { collect: 50_000 } : evenly
}
