import { eq } from 'drizzle-orm'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Orm } from '../../db/connect.ts'
import { invitations } from '../../db/schema/customer-records.ts'
import { invitationNotFound } from '../customers/invited.ts'

/**
 * Deletes an invitation. The audit row on the inviting customer has everything needed to recreate it.
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found
 */
export async function deleteInvitation(orm: Orm, actor: Actor, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const [deleted] = await tx.delete(invitations).where(eq(invitations.id, id)).returning()
    if (!deleted) throw invitationNotFound(id)
    const { ownerId, userId, id: invitation, ...facts } = deleted
    return writeAudit(tx, {
      ...actor,
      now,
      action: 'invitation.delete',
      targetType: 'customer',
      targetId: ownerId,
      before: { invitation, ...facts, userId },
      after: { invitation: null },
      reversible: true,
    })
  })
}
