import { sql } from 'drizzle-orm'
import type { ViewListQuery } from '../../../src/contract/views.ts'
import type { Db } from '../../db/connect.ts'
import { equals, hasText, inRange } from '../../db/list/conditions.ts'
import { listPage, splitByIndex } from '../../db/list/list.ts'
import { views } from '../../db/schema/views.ts'

const { id, at, staffId, staffEmail, look, recordType, recordId, text, ip } = views
const columns = { id, at, staffId, staffEmail, look, recordType, recordId, text, ip }

/** A page of who looked at what. */
export function listViews(db: Db, query: ViewListQuery) {
  const conditions = {
    staff: query.staff === undefined ? undefined : hasText(sql`lower(${staffEmail})`, query.staff),
    look: equals(look, query.look),
    recordType: equals(recordType, query.recordType),
    recordId: equals(recordId, query.recordId),
    period: inRange(at, query.from, query.to),
  }
  return listPage(db, { table: views, columns, ...splitByIndex(conditions, indexed), sortBy: at }, query)
}

/** Sets of conditions that an index covers in order of time, rarer ones first. */
const indexed = ([['recordId', 'recordType'], []] as const).flatMap((names) => [[...names, 'period'] as const, names])
