import { eq } from 'drizzle-orm'
import { whyNotLogInAsInvited } from '../../../src/contract/invitations.ts'
import type { Db } from '../../db/connect.ts'
import { invitations } from '../../db/schema/customer-records.ts'
import { ApiError } from '../../http/errors.ts'

export const invitationNotFound = (id: number) => new ApiError('not_found', `Invitation ${id} was not found.`)

/**
 * Checks that an account may be entered as an invited person's (ruling 37).
 * @throws ApiError not_found; unavailable_action if pending or for another account
 */
export async function requireInvited(tx: Db, id: number, account: number): Promise<void> {
  const [invitation] = await tx
    .select({ status: invitations.status, userId: invitations.userId })
    .from(invitations)
    .where(eq(invitations.id, id))
  if (!invitation) throw invitationNotFound(id)
  const refusal =
    whyNotLogInAsInvited(invitation) ?? (invitation.userId === account ? null : 'The invitation is for another person’s account.')
  if (refusal !== null) throw new ApiError('unavailable_action', refusal)
}
