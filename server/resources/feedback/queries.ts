import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Pagination } from '../../../src/contract/list.ts'
import type { FeedbackListQuery, FeedbackRow } from '../../../src/contract/notes.ts'
import type { Db } from '../../db/connect.ts'
import { equals, hasText, inRange } from '../../db/list/conditions.ts'
import { byBytes, type ListSource, listPage, splitByIndex } from '../../db/list/list.ts'
import { feedback } from '../../db/schema/customer-records.ts'

const rowColumns = {
  id: feedback.id,
  note: feedback.note,
  reasonType: feedback.reasonType,
  createdAt: feedback.createdAt,
  user: feedback.userId,
}

const order: Record<FeedbackListQuery['sort'], SQL | PgColumn> = {
  createdAt: feedback.createdAt,
  reasonType: byBytes(feedback.reasonType),
  id: feedback.id,
}

/** A page of customers' feedback (document 1, section 2). */
export async function listFeedback(db: Db, query: FeedbackListQuery): Promise<{ rows: FeedbackRow[]; pagination: Pagination }> {
  return listPage(db, feedbackSource(query), query)
}

/** The list's source. */
export function feedbackSource({ searchTerm = '', user, from, to, sort }: FeedbackListQuery): ListSource<typeof rowColumns> {
  const conditions = {
    search: hasText(sql`lower(${feedback.note} || ' ' || ${feedback.reasonType})`, searchTerm),
    user: equals(feedback.userId, user),
    period: inRange(feedback.createdAt, from, to),
  }
  const split = splitByIndex(conditions, sort === 'createdAt' ? [['period']] : [])
  return { table: feedback, columns: rowColumns, ...split, isSearched: searchTerm !== '', sortBy: order[sort] }
}
