import { desc, eq } from 'drizzle-orm'
import type { InvitationRow } from '../../src/contract/invitations.ts'
import { requireKnownCustomer } from '../customers/known-customer.ts'
import type { Db } from '../db/connect.ts'
import { invitations } from '../db/schema/customers.ts'

/**
 * A customer's invitations, newest first.
 * @throws ApiError not_found
 */
export async function listInvitations(db: Db, owner: number): Promise<InvitationRow[]> {
  await requireKnownCustomer(db, owner)
  const rows = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      status: invitations.status,
      createdAt: invitations.createdAt,
      lastLogin: invitations.lastLogin,
      registrationComplete: invitations.registrationComplete,
      userId: invitations.userId,
    })
    .from(invitations)
    .where(eq(invitations.ownerId, owner))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
  return rows.map((row) => ({ ...row, registrationComplete: row.registrationComplete === 1 ? 1 : 0 }))
}
