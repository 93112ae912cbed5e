import { z } from 'zod'
import { Done, endpoint, UnixSeconds, Version, VersionReply } from './endpoint.ts'
import { extra } from './extra.ts'
import { Email, Integer, messages, NullableInteger, NullableText, requiredText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** Staff accounts (document 1, sections 2 to 8), for role 1 only. Passwords and hashes never appear in a reply. */

/** Documented bounds (document 1, section 5). */
export const nameLength = { min: 3, max: 50 } as const
const passwordLength = { min: 3, max: 30 } as const

export const UserName = requiredText
  .trim()
  .min(1, messages.required)
  .min(nameLength.min, messages.tooShort(nameLength.min))
  .max(nameLength.max, messages.tooLong(nameLength.max))

/**
 * 3 to 30 letters or digits (document 1, section 5); a server setting raises the minimum (ruling 11).
 * @param minLength the setting; ignored below the documented minimum
 */
export function passwordOf(minLength: number = passwordLength.min) {
  const min = Math.max(passwordLength.min, minLength)
  const { max } = passwordLength
  const text = min === passwordLength.min ? messages.password : `Enter an alphanumeric password between ${min} and ${max} characters.`
  return z
    .string({ error: messages.required })
    .min(1, messages.required)
    .regex(new RegExp(`^[A-Za-z0-9]{${min},${max}}$`), text)
}

/** Roles that can be assigned (ruling 5). */
export const Role = z.union([z.literal(1), z.literal(2)], { error: 'Must be 1 or 2.' })
export type Role = z.infer<typeof Role>
export const roles: readonly Role[] = [1, 2]
/** What each role may do, in words. */
export const roleNames: Readonly<Record<Role, string>> = { 1: 'full access', 2: 'limited access' }
/** Any role in words; roles that can't be assigned here are shown as numbers. */
export const roleText = (rol: number) => (rol === 0 ? '—' : rol === 1 || rol === 2 ? `${rol}: ${roleNames[rol]}` : String(rol))

export const UserAccount = lazyObject(() => ({
  id: Integer,
  name: z.string(),
  email: z.string(),
  /** 0 if another admin API omits it. */
  rol: extra(Integer, 0),
  /** Whether two-factor is set up. */
  '2fa': z.boolean(),
  createdAt: extra(UnixSeconds.nullable(), null),
  /** Ours: whether it is the last account with role 1, which can't be deleted or change role (ruling 5). */
  isLastFull: extra(z.boolean(), false),
  /** Ours: when a lock after too many wrong passwords or codes ends; null if not locked. */
  lockedUntil: extra(UnixSeconds.nullable(), null),
  /** Ours: how many passkeys it has. */
  passkeys: extra(Integer, 0),
  /** Ours: the name of the provider that it signs in with; null if none. */
  provider: extra(NullableText, null),
  /** Ours: when it was switched off; null if it is on. */
  disabledAt: extra(UnixSeconds.nullable(), null),
  version: VersionReply,
}))
export type UserAccount = z.infer<typeof UserAccount>

export const UserListQuery = listQuery({
  sorts: ['id', 'name', 'email', 'rol', 'createdAt'],
  defaultSort: { field: 'id', direction: 'asc' },
  sortAs: 'sortField',
  filters: () => ({
    /** Part of the email, case-insensitive. */
    searchTerm: SearchTerm.optional(),
    /** Ours: part of the email or of the name, or how the words of the name begin, ignoring case and accents. */
    search: extra(SearchTerm.optional()),
  }),
})
export type UserListQuery = z.output<typeof UserListQuery>

const access = 'staff.manage'

export const listUsers = endpoint({ path: '/users', access, query: UserListQuery, reply: listReply(UserAccount) })

export const UserInput = z.strictObject({
  name: UserName,
  email: requiredText.trim().min(1, messages.required).pipe(Email),
  password: passwordOf(),
  /** 2 by default (ruling 5). */
  rol: extra(Role.optional()),
})
export type UserInput = z.infer<typeof UserInput>

/** 409 `email_conflict` if the address already has an account (case-insensitive). */
export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  access,
  stepUp: 'if-set',
  body: UserInput,
  refusals: { 409: 'email_conflict' },
  reply: lazyObject(() => ({ ...Done.shape, id: extra(NullableInteger, null) })),
})

/** 404: 'User not found'. */
export const getUser = endpoint({ path: '/users/{id}', access, reply: UserAccount })

/** Absent is unchanged (ruling 11). A new password or role ends the person's sessions (ruling 10). */
export const UserEdit = z.strictObject({
  name: UserName.optional(),
  password: passwordOf().optional(),
  rol: extra(Role.optional()),
  version: Version,
})
export type UserEdit = z.infer<typeof UserEdit>

/** 409 `stale`; 409 `unavailable_action` for the last role 1. Name and role are undoable, the password isn't. */
export const updateUser = endpoint({ method: 'PATCH', path: '/users/{id}', access, stepUp: 'if-set', body: UserEdit })

/** 409 `unavailable_action` for one's own account and the last role 1 (ruling 5). */
export const deleteUser = endpoint({ method: 'DELETE', path: '/users/{id}', access, stepUp: 'if-set' })

/** The next sign-in sets two-factor up again; sessions end (ruling 10). 409 `unavailable_action` if it isn't on. */
export const resetTwoFactor = endpoint({ method: 'PATCH', path: '/users/reset-2fa/{id}', access, stepUp: 'if-set' })

/** Ours: nobody can sign in to an account that is switched off; its sessions end. 409 `unavailable_action` for one's own and the last role 1. */
export const disableUser = endpoint({
  method: 'PATCH',
  path: '/users/{id}/disabled',
  access,
  feature: 'account',
  stepUp: 'if-set',
  body: z.strictObject({ disabled: z.boolean(), version: Version }),
})

/** Ours: clears all failed tries on the account. 409 `unavailable_action` if it isn't locked. */
export const unlockUser = endpoint({ method: 'DELETE', path: '/users/{id}/lock', access, feature: 'locks' })
