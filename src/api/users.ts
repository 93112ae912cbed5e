import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  createUser,
  deleteUser,
  endAllSessions,
  endSession,
  getUser,
  listSessions,
  listUsers,
  resetTwoFactor,
  unlockUser,
  type UserEdit,
  type UserInput,
  type UserListQuery,
  updateUser,
} from '../contract/users.ts'
import { call } from './client.ts'

export const usersQuery = (query: Partial<UserListQuery>) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** One staff account. Throws ApiFailure 404 if there is none. */
export const userQuery = (id: number) =>
  queryOptions({ queryKey: ['users', 'one', id], queryFn: ({ signal }) => call(getUser, { params: { id }, signal }) })

/** A person's sessions. */
export const userSessionsQuery = (id: number) =>
  queryOptions({ queryKey: ['users', 'sessions', id], queryFn: ({ signal }) => call(listSessions, { params: { id }, signal }) })

/** What changing an account makes stale: all accounts, as one may now be the last of its role, and the audit trail. */
const changesUser = { stale: [['users'], ['audit']] }

interface OneUser {
  id: number
}

/** Throws ApiFailure 409 `email_conflict`, and 400 with the field. */
export const createUserMutation = () => mutationOptions({ mutationFn: (body: UserInput) => call(createUser, { body }), meta: changesUser })

/** Changes the given fields. Throws ApiFailure 409 `stale`, and 400 with the field. */
export const updateUserMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: OneUser & UserEdit) => call(updateUser, { params: { id }, body }),
    meta: changesUser,
  })

/** Doesn't refetch the account itself: its page, if shown, is being left. */
export const deleteUserMutation = () =>
  mutationOptions({
    mutationFn: ({ id }: OneUser) => call(deleteUser, { params: { id } }),
    meta: { stale: [['users', 'list'], ['audit']] },
  })

/** Finds a running reset, for the account's page. */
export const resetTwoFactorKey = (id: number) => ['users', 'reset-2fa', id]

export const resetTwoFactorMutation = (id: number) =>
  mutationOptions({
    mutationKey: resetTwoFactorKey(id),
    mutationFn: () => call(resetTwoFactor, { params: { id } }),
    meta: changesUser,
  })

/** Throws ApiFailure 409 `unavailable_action` if sign-in isn't locked (any more). */
export const unlockUserMutation = () =>
  mutationOptions({ mutationFn: ({ id }: OneUser) => call(unlockUser, { params: { id } }), meta: changesUser })

export const endSessionMutation = () =>
  mutationOptions({
    mutationFn: ({ id, sessionId }: OneUser & { sessionId: number }) => call(endSession, { params: { id, sessionId } }),
    meta: { stale: [['users', 'sessions'], ['audit']] },
  })

export const endAllSessionsMutation = () =>
  mutationOptions({
    mutationFn: ({ id }: OneUser) => call(endAllSessions, { params: { id } }),
    meta: { stale: [['users', 'sessions'], ['audit']] },
  })
