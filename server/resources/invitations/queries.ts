import { desc, eq, like, or, sql } from 'drizzle-orm'
import { emailSpellings } from '../../../src/contract/email-identity.ts'
import type { AnyInvitationRow, AnyInvitationsQuery, InvitationRow } from '../../../src/contract/invitations.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Db } from '../../db/connect.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import { byBytes, listPage, mapRows, splitByIndex } from '../../db/list/list.ts'
import { invitations } from '../../db/schema/customer-records.ts'
import { requireKnownCustomer } from '../customers/known-customer.ts'

const rowColumns = {
  id: invitations.id,
  email: invitations.email,
  role: invitations.role,
  status: invitations.status,
  createdAt: invitations.createdAt,
  lastLogin: invitations.lastLogin,
  registrationComplete: invitations.registrationComplete,
  userId: invitations.userId,
}

/**
 * A customer's invitations, newest first.
 * @throws ApiError not_found
 */
export async function listInvitations(db: Db, owner: number): Promise<InvitationRow[]> {
  await requireKnownCustomer(db, owner)
  const rows = await db
    .select(rowColumns)
    .from(invitations)
    .where(eq(invitations.ownerId, owner))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
  return rows.map(withFlag)
}

/** The flag as the documents have it. */
const withFlag = <Row extends { registrationComplete: number }>(row: Row) => ({
  ...row,
  registrationComplete: row.registrationComplete === 1 ? (1 as const) : (0 as const),
})

const anyColumns = { ...rowColumns, owner: invitations.ownerId }

/** As indexed. */
const emailKey = byBytes(sql`lower(${invitations.email})`)

/** A page of all customers' invitations. */
export async function listAnyInvitations(
  db: Db,
  query: AnyInvitationsQuery,
): Promise<{ rows: AnyInvitationRow[]; pagination: Pagination }> {
  const { searchTerm, sort } = query
  const starts = searchTerm ? [...new Set([searchTerm.toLowerCase(), ...emailSpellings(searchTerm)])] : []
  const search = or(...starts.map((start) => like(emailKey, `${escapeLike(start)}%`)))
  // The index has one beginning in order, not two.
  const split = splitByIndex({ search }, sort === 'email' && starts.length === 1 ? [['search']] : [])
  const sortBy = sort === 'email' ? emailKey : invitations.id
  return mapRows(await listPage(db, { table: invitations, columns: anyColumns, ...split, sortBy }, query), withFlag)
}
