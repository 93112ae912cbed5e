import { deleteInvitation, resendInvitation } from '../contract/invitations.ts'
import { changeOptions } from './change-options.ts'

/** Changes the customer's counts as well. Throws ApiFailure 404 if the invitation is already gone. */
export const deleteInvitationMutation = changeOptions(deleteInvitation, ['invitation'])

/** Throws ApiFailure 409 if it is accepted or no webhook tells the product. */
export const resendInvitationMutation = changeOptions(resendInvitation, ['invitation'])
