import { PaperAirplaneIcon, SignInIcon, TrashIcon } from '@primer/octicons-react'
import { appLoginMutation } from '../api/customer-actions.ts'
import { apiHas } from '../api/features.ts'
import { deleteInvitationMutation, resendInvitationMutation } from '../api/invitations.ts'
import { runMutation } from '../api/run-mutation.ts'
import { whyNotLogInAsInvited, whyNotResend } from '../contract/invitations.ts'
import type { Command } from './engine/command.ts'
import { describeInvitation } from './engine/target-name.ts'
import { type AppVisit, visitRules, visitSteps } from './shared/app-visit.ts'
import { change } from './shared/change.ts'
import { commandsOn } from './shared/commands-on.ts'
import { appAddress, openFetched } from './shared/open-fetched.ts'

const onInvitation = commandsOn('invitation', { section: 'Invitation', places: ['row-menu'] })

/** Commands on invitations, on the page of the customer who invited (document 2, section 2; ruling 37). */
export const invitationCommands: readonly Command[] = [
  onInvitation<AppVisit>({
    verb: 'app-login',
    title: 'Log in to the app as the invited user',
    icon: SignInIcon,
    keywords: 'impersonate sign in collaborator',
    keys: 'i l',
    needs: 'customers.app-login',
    // Other admin APIs don't report the invited person's account.
    isOffered: (_context, { userId }) => userId !== null || apiHas('fields'),
    args: visitSteps,
    whyNot: whyNotLogInAsInvited,
    danger: (invitation, visit) => ({
      title: `Log in as ${invitation.email}?`,
      body: `The app opens in a new tab, signed in as the invited user: ${invitation.email} (invitation #${invitation.id} into the account of customer #${invitation.owner}).${visitRules(visit)}`,
      confirmLabel: 'Log in',
      wayBack: 'Signing out of the app ends it.',
      restores: true,
    }),
    run: (context, { id: invitation, userId }, visit) =>
      openFetched(context, async () => {
        // Without an account the command is refused above.
        return appAddress(context, await runMutation(context.queryClient, appLoginMutation(), { id: userId ?? 0, invitation, ...visit }))
      }),
  }),
  onInvitation({
    verb: 'resend',
    title: 'Send the invitation again',
    genericTitle: 'Send an invitation again',
    icon: PaperAirplaneIcon,
    keywords: 'resend remind email collaborator',
    keys: 'i s',
    needs: 'customers.invitations',
    feature: 'invitations',
    whyNot: whyNotResend,
    change: ({ id, email }) => change(resendInvitationMutation(), { id }, `The product sends ${email} their invitation again.`),
  }),
  onInvitation({
    verb: 'delete',
    removes: true,
    title: 'Delete the invitation',
    genericTitle: 'Delete an invitation',
    icon: TrashIcon,
    keywords: 'remove invite revoke collaborator',
    keys: 'i d',
    needs: 'customers.invitations',
    failureTitle: 'The invitation could not be removed, try again.',
    danger: (invitation) => ({
      title: `Delete the invitation of ${invitation.email}?`,
      body: `${describeInvitation(invitation)} is deleted: the invited person loses their access to the account of customer #${invitation.owner}.`,
      confirmLabel: 'Yes',
      declineLabel: 'No',
      undoable: true,
    }),
    change: ({ id, email }) => change(deleteInvitationMutation(), { id }, `Invitation removed: ${email}.`),
  }),
]
