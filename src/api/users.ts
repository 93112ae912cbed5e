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

/** One back-office account. Throws ApiFailure 404 where there is none. */
export const userQuery = (id: number) =>
  queryOptions({ queryKey: ['users', 'one', id], queryFn: ({ signal }) => call(getUser, { params: { id }, signal }) })

/** Where a person is signed in. */
export const userSessionsQuery = (id: number) =>
  queryOptions({ queryKey: ['users', 'sessions', id], queryFn: ({ signal }) => call(listSessions, { params: { id }, signal }) })

/** What a change of an account makes stale: all accounts, as one may be the last of its role now, and the trail. */
const changesUser = { stale: [['users'], ['audit']] }

interface OneUser {
  id: number
}

/** Throws ApiFailure 409 `email_conflict`, and 400 with the field. */
export const createUserMutation = () => mutationOptions({ mutationFn: (body: UserInput) => call(createUser, { body }), meta: changesUser })

/** Changes the fields that are given. Throws ApiFailure 409 `stale`, and 400 with the field. */
export const updateUserMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: OneUser & UserEdit) => call(updateUser, { params: { id }, body }),
    meta: changesUser,
  })

/** The account's own page, where it is on screen, is left: it is not asked for again. */
export const deleteUserMutation = () =>
  mutationOptions({
    mutationFn: ({ id }: OneUser) => call(deleteUser, { params: { id } }),
    meta: { stale: [['users', 'list'], ['audit']] },
  })

/** Names the reset of one account, so that its page knows while one is pending. */
export const resetTwoFactorKey = (id: number) => ['users', 'reset-2fa', id]

export const resetTwoFactorMutation = (id: number) =>
  mutationOptions({
    mutationKey: resetTwoFactorKey(id),
    mutationFn: () => call(resetTwoFactor, { params: { id } }),
    meta: changesUser,
  })

/** Throws ApiFailure 409 `unavailable_action` where signing in is not locked (any more). */
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
