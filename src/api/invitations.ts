import { deleteInvitation } from '../contract/invitations.ts'
import { changeOptions } from './options.ts'
import { changesOf } from './shown-in.ts'

/** Changes the customer's counts as well. Throws ApiFailure 404 if the invitation is already gone. */
export const deleteInvitationMutation = changeOptions(deleteInvitation, changesOf('invitation'))
