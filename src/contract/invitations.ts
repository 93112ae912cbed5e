import { z } from 'zod'
import type { Refusal } from './customer-rules.ts'
import { endpoint, UnixSeconds } from './endpoint.ts'
import { extra } from './extra.ts'
import { Integer, NullableInteger } from './fields.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

export const InvitationRow = z.object({
  id: Integer,
  email: z.string(),
  /** 1 admin, 2 extended collaborator, 3 collaborator. */
  role: Integer,
  /** 0 pending approval, 1 accepted. */
  status: extra(Integer, ({ registrationComplete }) => registrationComplete),
  createdAt: UnixSeconds,
  lastLogin: UnixSeconds.nullable(),
  registrationComplete: z.union([z.literal(0), z.literal(1)]),
  /** The invited person's own account (ruling 37). */
  userId: extra(NullableInteger, null),
})
export type InvitationRow = z.infer<typeof InvitationRow>

/** People a customer invited into their account, newest first (document 2, section 2). */
export const listInvitations = endpoint({ path: '/customers/{id}/invitations', access: 'customers.read', reply: z.array(InvitationRow) })

/** An invitation among those of all customers; `owner` is the customer who invited. */
export const AnyInvitationRow = InvitationRow.extend({ owner: Integer })
export type AnyInvitationRow = z.infer<typeof AnyInvitationRow>

export const AnyInvitationsQuery = listQuery({
  sorts: ['id', 'email'],
  defaultSort: { field: 'id', direction: 'desc' },
  filters: () => ({
    /** An email, or how it begins, ignoring case. Sorted by email, the very one comes first. */
    searchTerm: SearchTerm.optional(),
  }),
})
export type AnyInvitationsQuery = z.output<typeof AnyInvitationsQuery>

/** Ours: the invitations of all customers, found by whom they are for. */
export const listAnyInvitations = endpoint({
  path: '/customers/invitations',
  feature: 'invitations',
  access: 'customers.read',
  query: AnyInvitationsQuery,
  reply: listReply(AnyInvitationRow),
})

/** Deletes one invitation by its own id. Undoable: it is recreated as it was. */
export const deleteInvitation = endpoint({ method: 'DELETE', path: '/customers/invite/{id}', access: 'customers.invitations' })

/** Ours: asks the product to send an invitation once more. Refused if no webhook would tell it. */
export const resendInvitation = endpoint({
  method: 'POST',
  path: '/customers/invite/{id}/resend',
  feature: 'invitations',
  access: 'customers.invitations',
})

export const whyNotResend = ({ status }: Pick<InvitationRow, 'status'>): Refusal => (status === 1 ? 'Accepted already.' : null)

/** Log in to the app as the invited person: not while pending, and only if they have an account (ruling 37). */
export function whyNotLogInAsInvited({ status, userId }: Pick<InvitationRow, 'status' | 'userId'>): Refusal {
  if (status !== 1) return 'Waiting for approval.'
  return userId === null ? 'No account yet.' : null
}
