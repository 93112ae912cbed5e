import { deleteInvitation } from '../contract/invitations.ts'
import { changeOptions } from './options.ts'

/** Throws ApiFailure 404 if the invitation is already gone. */
export const deleteInvitationMutation = changeOptions(deleteInvitation, { stale: [['invitations'], ['timeline'], ['audit']] })
