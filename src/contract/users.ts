import { z } from 'zod'
import { extra } from './extra.ts'
import { Done, endpoint, Id, IdParams, UnixSeconds, Version, VersionReply } from './endpoint.ts'
import { Email, messages, requiredText } from './fields.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** Back-office accounts (document 1, sections 2 to 8), for role 1 alone. Nothing here ever carries a password or its hash. */

/** The documented bounds (document 1, section 5). */
export const nameLength = { min: 3, max: 50 } as const
const passwordLength = { min: 3, max: 30 } as const

export const UserName = requiredText
  .trim()
  .min(1, messages.required)
  .min(nameLength.min, messages.tooShort(nameLength.min))
  .max(nameLength.max, messages.tooLong(nameLength.max))

/**
 * 3 to 30 letters or digits (document 1, section 5); the server's setting raises the minimum (ruling 11).
 * @param minLength the setting; below the documented minimum it says nothing
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

/** Roles that can be given (ruling 5). */
export const Role = z.union([z.literal(1), z.literal(2)], { error: 'Must be 1 or 2.' })
export type Role = z.infer<typeof Role>
export const roles: readonly Role[] = [1, 2]
/** What a role may do, in words. */
export const roleNames: Readonly<Record<Role, string>> = { 1: 'full access', 2: 'limited access' }
/** Any role in words; those that nobody gives here have none. */
export const roleText = (rol: number) => (rol === 0 ? '—' : rol === 1 || rol === 2 ? `${rol}: ${roleNames[rol]}` : String(rol))

export const UserAccount = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  /** 0 where another admin API does not say. */
  rol: extra(z.number().int(), 0),
  /** Whether two-factor is set up. */
  '2fa': z.boolean(),
  createdAt: extra(UnixSeconds.nullable(), null),
  /** Ours: whether it is the only account with role 1, which is neither deleted nor given another role (ruling 5). */
  isLastFull: extra(z.boolean(), false),
  /** Ours: until when signing in is refused after too many wrong passwords or codes; null where it is not. */
  lockedUntil: extra(UnixSeconds.nullable(), null),
  version: VersionReply,
})
export type UserAccount = z.infer<typeof UserAccount>

export const userSorts = ['id', 'name', 'email', 'rol', 'createdAt'] as const

export const UserListQuery = listQuery({
  sorts: userSorts,
  defaultSort: { field: 'id', direction: 'asc' },
  sortAs: 'sortField',
  filters: {
    /** A part of the e-mail, whatever its letter case. */
    searchTerm: SearchTerm.optional(),
  },
})
export type UserListQuery = z.output<typeof UserListQuery>

const access = { capability: 'staff.manage' } as const

export const listUsers = endpoint({ method: 'GET', path: '/users', access, query: UserListQuery, reply: listReply(UserAccount) })

export const UserInput = z.strictObject({
  name: UserName,
  email: requiredText.trim().min(1, messages.required).pipe(Email),
  password: passwordOf(),
  /** 2 where it is left out (ruling 5). */
  rol: extra(Role.optional()),
})
export type UserInput = z.infer<typeof UserInput>

/** 409 `email_conflict` where the address has an account, in whatever letter case. */
export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  access,
  body: UserInput,
  refusals: { 409: 'email_conflict' },
  reply: Done.extend({ id: extra(z.number().int().nullable(), null) }),
})

/** 404: 'User not found'. */
export const getUser = endpoint({ method: 'GET', path: '/users/{id}', access, params: IdParams, reply: UserAccount })

/** Absent is unchanged (ruling 11). A new password or another role ends the person's sessions (ruling 10). */
export const UserEdit = z.strictObject({
  name: UserName.optional(),
  password: passwordOf().optional(),
  rol: extra(Role.optional()),
  version: Version,
})
export type UserEdit = z.infer<typeof UserEdit>

/** 409 `stale`; 409 `unavailable_action` for the last role 1. Name and role can be undone, a password can't. */
export const updateUser = endpoint({ method: 'PATCH', path: '/users/{id}', access, params: IdParams, body: UserEdit, reply: Done })

/** 409 `unavailable_action` for one's own account and the last role 1 (ruling 5). */
export const deleteUser = endpoint({ method: 'DELETE', path: '/users/{id}', access, params: IdParams, reply: Done })

/** The next sign-in sets two-factor up anew; sessions end (ruling 10). 409 `unavailable_action` where it is not on. */
export const resetTwoFactor = endpoint({
  method: 'PATCH',
  path: '/users/reset-2fa/{id}',
  access,
  params: IdParams,
  body: z.strictObject({}),
  reply: Done,
})

/** Ours: takes back all that was tried on the account. 409 `unavailable_action` where it is not locked. */
export const unlockUser = endpoint({
  method: 'DELETE',
  path: '/users/{id}/lock',
  access,
  feature: 'locks',
  params: IdParams,
  reply: Done,
})

/** One place where a person is signed in. `id` says nothing of the cookie. */
export const UserSession = z.object({
  id: z.number().int(),
  createdAt: UnixSeconds,
  /** Exact to a minute. */
  lastSeenAt: UnixSeconds,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type UserSession = z.infer<typeof UserSession>

/** Those that are still good, the one seen last first. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/users/{id}/sessions',
  feature: 'sessions',
  access,
  params: IdParams,
  reply: z.object({ rows: z.array(UserSession) }),
})

/** 404 where the session has ended already. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/{id}/sessions/{sessionId}',
  feature: 'sessions',
  access,
  params: IdParams.extend({ sessionId: Id }),
  reply: Done,
})

/** Ends all sessions of a person, and sign-ins under way; the browsers they used count as new ones. */
export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/users/{id}/sessions',
  feature: 'sessions',
  access,
  params: IdParams,
  reply: Done.extend({
    /** How many there were. */
    ended: z.number().int(),
  }),
})
