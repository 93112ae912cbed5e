import { mutationOptions } from '@tanstack/react-query'
import { deleteInvitation } from '../contract/invitations.ts'
import { call } from './client.ts'

/** Throws ApiFailure 404 where the invitation is gone already. */
export const deleteInvitationMutation = () =>
  mutationOptions({
    mutationFn: ({ id }: { id: number }) => call(deleteInvitation, { params: { id } }),
    meta: { stale: [['invitations'], ['timeline'], ['audit']] },
  })
