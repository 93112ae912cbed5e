import { SignInIcon, TrashIcon } from '@primer/octicons-react'
import { apiHas } from '../api/features.ts'
import { appLoginMutation } from '../api/customer-actions.ts'
import { deleteInvitationMutation } from '../api/invitations.ts'
import { runMutation } from '../api/run-mutation.ts'
import { whyNotLogInAsInvited } from '../contract/invitations.ts'
import { type Command, hidden, targetCommand, unlessRefused } from './command.ts'
import { appAddress, openFetched } from './open-fetched.ts'
import { describeInvitation } from './target-name.ts'
import { undoOf } from './undo-of.ts'

const section = 'Invitation'
const places = ['row-menu'] as const

/** Commands on invitations, on the page of the customer who invited (document 2, section 2; ruling 37). */
export const invitationCommands: readonly Command[] = [
  targetCommand('invitation', {
    id: 'invitation.app-login',
    title: () => 'Log in to the app as the invited user',
    genericTitle: 'Log in to the app as the invited user',
    section,
    icon: SignInIcon,
    keywords: 'impersonate sign in collaborator',
    keys: 'i l',
    needs: 'customers.app-login',
    places,
    // Other admin APIs don't report the invited person's account.
    availability: (_context, invitation) =>
      invitation.userId === null && !apiHas('fields') ? hidden : unlessRefused(whyNotLogInAsInvited(invitation)),
    run: (context, { id: invitation, userId }) =>
      openFetched(context, async () => {
        // Without an account the command is refused above.
        return appAddress(context, await runMutation(context.queryClient, appLoginMutation(), { id: userId ?? 0, invitation }))
      }),
  }),
  targetCommand('invitation', {
    id: 'invitation.delete',
    removes: true,
    title: () => 'Delete the invitation',
    genericTitle: 'Delete an invitation',
    section,
    icon: TrashIcon,
    keywords: 'remove invite revoke collaborator',
    keys: 'i d',
    needs: 'customers.invitations',
    places,
    failureTitle: 'The invitation could not be removed, try again.',
    closesOnFailure: true,
    danger: (invitation) => ({
      title: `Delete the invitation of ${invitation.email}?`,
      body: `${describeInvitation(invitation)} is deleted: the invited person loses their access to the account of customer #${invitation.owner}.`,
      confirmLabel: 'Yes',
      declineLabel: 'No',
      undoable: true,
    }),
    run: async (context, { id, email }) => {
      const done = await runMutation(context.queryClient, deleteInvitationMutation(), { id })
      return { message: `Invitation removed: ${email}.`, ...undoOf(done) }
    },
  }),
]
