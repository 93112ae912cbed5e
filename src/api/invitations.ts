import { mutationOptions } from '@tanstack/react-query'
import { deleteInvitation } from '../contract/invitations.ts'
import { call } from './client.ts'

/** Throws ApiFailure 404 if the invitation is already gone. */
export const deleteInvitationMutation = () =>
  mutationOptions({
    mutationFn: ({ id }: { id: number }) => call(deleteInvitation, { params: { id } }),
    meta: { stale: [['invitations'], ['timeline'], ['audit']] },
  })
