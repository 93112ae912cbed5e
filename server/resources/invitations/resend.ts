import { eq } from 'drizzle-orm'
import { whyNotResend } from '../../../src/contract/invitations.ts'
import { isEventWanted } from '../../audit/outbox.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Orm } from '../../db/connect.ts'
import { invitations } from '../../db/schema/customer-records.ts'
import { ApiError, throwIfRefused } from '../../http/errors.ts'
import { invitationNotFound } from '../customers/invited.ts'

/**
 * Has the product send an invitation again: it is told by webhook.
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found; unavailable_action if it is accepted, or if no webhook would tell the product
 */
export async function resendInvitation(orm: Orm, actor: Actor, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const [invitation] = await tx.select().from(invitations).where(eq(invitations.id, id)).for('update')
    if (!invitation) throw invitationNotFound(id)
    throwIfRefused(whyNotResend(invitation))
    if (!(await isEventWanted(tx, 'invitation.resent')))
      throw new ApiError(
        'unavailable_action',
        'Not sent: no webhook would tell the product. Add one that takes ‘invitation.resent’ under Integrations.',
      )
    const { ownerId, email, role } = invitation
    return writeAudit(tx, {
      ...actor,
      now,
      action: 'invitation.resend',
      targetType: 'customer',
      targetId: ownerId,
      after: { invitation: id, email, role },
    })
  })
}
