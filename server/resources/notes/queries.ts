import { sql } from 'drizzle-orm'
import type { Pagination } from '../../../src/contract/list.ts'
import type { NoteListQuery, NoteRow } from '../../../src/contract/notes.ts'
import type { Db } from '../../db/connect.ts'
import { hasText, inRange } from '../../db/list/conditions.ts'
import { type ListSource, listPage, mapRows, type RowOf, splitByIndex } from '../../db/list/list.ts'
import { customerNotes } from '../../db/schema/customer-records.ts'
import { fullNameOf } from '../customers/queries.ts'

const ofCustomer = (column: string) => sql<string>`(select ${sql.raw(column)} from customers where customers.id = customer_notes.user_id)`

const rowColumns = {
  user: customerNotes.userId,
  note: customerNotes.note,
  createdAt: customerNotes.createdAt,
  authorName: customerNotes.authorName,
  email: ofCustomer('email'),
  firstName: ofCustomer('first_name'),
  lastName: ofCustomer('last_name'),
}

/** A page of customers' notes (document 1, section 2), each with its customer. */
export async function listNotes(db: Db, query: NoteListQuery): Promise<{ rows: NoteRow[]; pagination: Pagination }> {
  return mapRows(await listPage(db, noteSource(query), query), noteRow)
}

/** The list's source. */
export function noteSource({ searchTerm = '', from, to, sort }: NoteListQuery): ListSource<typeof rowColumns> {
  const conditions = {
    search: hasText(sql`lower(${customerNotes.note} || ' ' || ${customerNotes.authorName})`, searchTerm),
    period: inRange(customerNotes.createdAt, from, to),
  }
  return {
    table: customerNotes,
    id: customerNotes.userId,
    columns: rowColumns,
    ...splitByIndex(conditions, sort === 'id' ? [] : [['period']]),
    isSearched: searchTerm !== '',
    sortBy: sort === 'id' ? customerNotes.userId : customerNotes.createdAt,
  }
}

/** A list row in wire format. */
export function noteRow({ firstName, lastName, ...row }: RowOf<typeof rowColumns>): NoteRow {
  return { ...row, id: row.user, fullName: fullNameOf({ firstName, lastName }) }
}
