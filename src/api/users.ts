import { mutationOptions } from '@tanstack/react-query'
import { createUser, deleteUser, disableUser, getUser, listUsers, resetTwoFactor, unlockUser, updateUser } from '../contract/users.ts'
import { changeOptions } from './change-options.ts'
import { call } from './client.ts'
import { listOptions, recordOptions } from './options.ts'
import { changesOf } from './shown-in.ts'

export const usersQuery = listOptions(listUsers, 'users', 'list')

/** One staff account. Throws ApiFailure 404 if there is none. */
export const userQuery = recordOptions(getUser, 'users', 'one')

/** Throws ApiFailure 409 `email_conflict`, and 400 with the field. */
export const createUserMutation = changeOptions(createUser, ['user'])

/** Changes the given fields. Throws ApiFailure 409 `stale`, and 400 with the field. */
export const updateUserMutation = changeOptions(updateUser, ['user'])

/** Doesn't refetch the account itself: its page, if shown, is being left. */
export const deleteUserMutation = changeOptions(deleteUser, { stale: [['users', 'list'], ['audit']] })

/** Finds a running reset, for the account's page. */
export const resetTwoFactorKey = (id: number) => ['users', 'reset-2fa', id]

export const resetTwoFactorMutation = (id: number) =>
  mutationOptions({
    mutationKey: resetTwoFactorKey(id),
    mutationFn: () => call(resetTwoFactor, { params: { id } }),
    meta: changesOf('user'),
  })

/** Throws ApiFailure 409 `stale`, and `unavailable_action` for one's own account and the last role 1. */
export const disableUserMutation = changeOptions(disableUser, ['user'])

/** Throws ApiFailure 409 `unavailable_action` if sign-in isn't locked (any more). */
export const unlockUserMutation = changeOptions(unlockUser, ['user'])
