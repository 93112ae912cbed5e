import { deleteInvitation } from '../contract/invitations.ts'
import { changeOptions } from './change-options.ts'

/** Changes the customer's counts as well. Throws ApiFailure 404 if the invitation is already gone. */
export const deleteInvitationMutation = changeOptions(deleteInvitation, ['invitation'])
