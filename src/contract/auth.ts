import { z } from 'zod'
import { allCapabilities, capabilitiesOf } from './capabilities.ts'
import { endpoint } from './endpoint.ts'
import { extra } from './extra.ts'
import { type Feature, features } from './features.ts'
import { Email, Integer, requiredText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { Preferences } from './preferences.ts'

export const LoginInput = z.strictObject({ email: requiredText.trim().max(320).pipe(Email), password: requiredText.max(200) })
export type LoginInput = z.infer<typeof LoginInput>

/**
 * `2fa` is true if two-factor is already set up. With
 * `disableTwoFactor` (ruling 8) this reply already opens the session.
 */
export const LoginReply = lazyObject(() => ({
  '2fa': extra(z.boolean(), false),
  name: extra(z.string(), ''),
  email: extra(z.string(), ''),
  disableTwoFactor: extra(z.boolean().optional()),
  /** The second steps that this person has. Absent: the six digits alone. */
  secondSteps: extra(z.array(z.enum(['passkey', 'code', 'recovery-code'])).optional()),
}))
export type LoginReply = z.infer<typeof LoginReply>

/** A stand-in id for accounts without one: negative, so it never clashes with a real id. */
function idOf({ email, name }: Readonly<Record<string, unknown>>): number {
  let hash = 1
  for (const byte of new TextEncoder().encode(JSON.stringify([email, name]))) hash = (hash * 31 + byte) % 2_147_483_647
  return -1 - hash
}

export const CurrentUser = lazyObject(() => ({
  id: extra(Integer, idOf),
  name: z.string(),
  email: extra(z.string(), ''),
  rol: Integer,
  capabilities: extra(z.array(z.enum(allCapabilities as [(typeof allCapabilities)[number], ...typeof allCapabilities])), ({ rol }) =>
    capabilitiesOf(Number(rol)),
  ),
  /** Features beyond the documents; names this version doesn't know are dropped (ruling 56). */
  features: extra(
    z.array(z.string()).transform((names) => features.filter((feature): feature is Feature => names.includes(feature))),
    [],
  ),
  /** Server settings the console needs; empty if its own page provides them. */
  productName: extra(z.string(), ''),
  publicSiteUrl: extra(z.string(), ''),
  appUrl: extra(z.string(), ''),
  /** Base of the payment provider's pages: `{base}/customers/{id}`, `{base}/payments/{id}`. */
  paymentProviderUrl: extra(z.string(), ''),
  /** Minimum length of a new password (ruling 11). Absent: the documented minimum. */
  passwordMinLength: extra(Integer.optional()),
  /** The account's own preferences. Absent if the admin API stores none. */
  preferences: extra(Preferences.optional()),
  /** Where the log of changes stood, so that nothing is missed between the page's start and its stream. */
  livePosition: extra(z.string().optional()),
}))
export type CurrentUser = z.infer<typeof CurrentUser>

export const TwoFactorSecret = z.object({ base32: z.string(), otpauth_url: z.string() })
export type TwoFactorSecret = z.infer<typeof TwoFactorSecret>

export const VerifyInput = z.strictObject({
  code: z.string().regex(/^\d{6}$/, 'Must have exactly 6 characters.'),
  /** First activation only: the key returned by `2fa/generate`. */
  base32Key: z.string().max(128).optional(),
})
export type VerifyInput = z.infer<typeof VerifyInput>

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: LoginInput,
  reply: LoginReply,
  refusals: { 401: 'invalid_credentials' },
})
export const me = endpoint({ path: '/auth/me', access: 'session', reply: CurrentUser })
export const logout = endpoint({
  path: '/auth/logout',
  access: 'public',
  reply: lazyObject(() => ({ success: extra(z.literal(true), true) })),
  changesState: true,
})
export const generateTwoFactor = endpoint({ path: '/auth/2fa/generate', access: 'activation', reply: TwoFactorSecret, changesState: true })
export const verifyTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/2fa/verify',
  access: 'challenge',
  body: VerifyInput,
  reply: z.object({ success: z.boolean() }),
  refusals: { 401: 'invalid_code' },
})
