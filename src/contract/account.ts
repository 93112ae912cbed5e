import { z } from 'zod'
import { Done, endpoint, UnixSeconds } from './endpoint.ts'
import { Integer, NullableText, requiredText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { PasskeyAnswer, PasskeyQuestion } from './passkeys.ts'
import { UserSession } from './user-sessions.ts'

/** One's own account: ways to sign in, and sessions. */

const shared = { access: 'session', feature: 'account' } as const
/** Whoever finds a desk unlocked must not leave with a key of their own. */
const proven = { ...shared, stepUp: 'always' } as const

export const Passkey = lazyObject(() => ({
  id: Integer,
  name: z.string(),
  createdAt: UnixSeconds,
  lastUsedAt: UnixSeconds.nullable(),
}))
export type Passkey = z.infer<typeof Passkey>

export const Account = lazyObject(() => ({
  /** Oldest first; null if passkeys are not offered here. */
  passkeys: z.array(Passkey).nullable(),
  twoFactor: z.boolean(),
  /** How many recovery codes are left. */
  recoveryCodes: Integer,
  /** The name of the provider that this account signs in with; null if none. */
  provider: NullableText,
}))
export type Account = z.infer<typeof Account>

export const getAccount = endpoint({ ...shared, path: '/account', reply: Account })

export const PasskeyName = requiredText.trim().min(1, 'Required.').max(60, 'At most 60 characters.')
export const askNewPasskey = endpoint({ ...proven, method: 'POST', path: '/account/passkeys/options', reply: PasskeyQuestion })
export const addPasskey = endpoint({
  ...proven,
  method: 'POST',
  path: '/account/passkeys',
  body: z.strictObject({ name: PasskeyName, answer: PasskeyAnswer }),
})
export const renamePasskey = endpoint({
  ...shared,
  method: 'PATCH',
  path: '/account/passkeys/{id}',
  body: z.strictObject({ name: PasskeyName }),
})
/** 409 `unavailable_action` for the last way to sign in. */
export const removePasskey = endpoint({ ...proven, method: 'DELETE', path: '/account/passkeys/{id}' })

/** Ten new codes in place of the old ones, shown this once. */
export const makeRecoveryCodes = endpoint({
  ...proven,
  method: 'POST',
  path: '/account/recovery-codes',
  reply: lazyObject(() => ({ ...Done.shape, codes: z.array(z.string()) })),
})

/** A new secret for the six digits. `sealed` comes back with the first code; nothing is stored until then. */
export const askTwoFactor = endpoint({
  ...proven,
  method: 'POST',
  path: '/account/2fa/generate',
  reply: z.object({ base32: z.string(), otpauth_url: z.string(), sealed: z.string() }),
})
/** Replaces the phone, or is the first. The person's other sessions end (ruling 10). */
export const setTwoFactor = endpoint({
  ...proven,
  method: 'PUT',
  path: '/account/2fa',
  body: z.strictObject({ sealed: requiredText.max(400), code: z.string().regex(/^\d{6}$/, 'Must have exactly 6 characters.') }),
  refusals: { 401: 'invalid_code' },
})

export const listOwnSessions = endpoint({ ...shared, path: '/account/sessions', reply: z.object({ rows: z.array(UserSession) }) })
/** 404 if it has already ended. */
export const endOwnSession = endpoint({ ...shared, method: 'DELETE', path: '/account/sessions/{id}' })
/** All but the one that asks. */
export const endOtherSessions = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/account/sessions',
  reply: lazyObject(() => ({ ...Done.shape, ended: Integer })),
})
