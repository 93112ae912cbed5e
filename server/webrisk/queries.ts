import { eq } from 'drizzle-orm'
import type { TrackerListQuery, TrackerRow } from '../../src/contract/customer-panels.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { Db } from '../db/connect.ts'
import { webriskTracker } from '../db/schema/security.ts'
import { evenly, listPage } from '../list.ts'

const rowColumns = {
  id: webriskTracker.id,
  qr: webriskTracker.qrId,
  reason: webriskTracker.reason,
  url: webriskTracker.url,
  userBanned: webriskTracker.userBanned,
  unsafeDomains: webriskTracker.unsafeDomains,
  createdAt: webriskTracker.createdAt,
  user: webriskTracker.userId,
}

/** A page of the web-risk log, of one customer or of all. */
export async function listTracker(db: Db, query: TrackerListQuery): Promise<{ rows: TrackerRow[]; pagination: Pagination }> {
  const { user, sort } = query
  return listPage(
    db,
    {
      table: webriskTracker,
      columns: rowColumns,
      where: user === undefined ? undefined : eq(webriskTracker.userId, user),
      sortBy: sort === 'id' ? webriskTracker.id : webriskTracker.createdAt,
      // By date there is an index for one customer's rows and one for all.
      strategy: user === undefined || sort === 'createdAt' ? 'walk' : evenly,
    },
    query,
  )
}
