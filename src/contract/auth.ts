import { z } from 'zod'
import { allCapabilities, capabilitiesOf } from './capabilities.ts'
import { endpoint } from './endpoint.ts'
import { extra } from './extra.ts'
import { type Feature, features } from './features.ts'
import { Email, requiredText } from './fields.ts'
import { Preferences } from './preferences.ts'

export const LoginInput = z.strictObject({ email: requiredText.trim().max(320).pipe(Email), password: requiredText.max(200) })
export type LoginInput = z.infer<typeof LoginInput>

/** `2fa` is true where two-factor is set up already. `disableTwoFactor` reports the server setting of ruling 8: then this reply is the session. */
export const LoginReply = z.object({
  '2fa': extra(z.boolean(), false),
  name: extra(z.string(), ''),
  email: extra(z.string(), ''),
  disableTwoFactor: extra(z.boolean().optional()),
})
export type LoginReply = z.infer<typeof LoginReply>

/** Tells people apart who have no id: below zero, where no account's is. */
function idOf({ email, name }: Readonly<Record<string, unknown>>): number {
  let hash = 1
  for (const byte of new TextEncoder().encode(JSON.stringify([email, name]))) hash = (hash * 31 + byte) % 2_147_483_647
  return -1 - hash
}

export const CurrentUser = z.object({
  id: extra(z.number().int(), idOf),
  name: z.string(),
  email: extra(z.string(), ''),
  rol: z.number().int(),
  capabilities: extra(z.array(z.enum(allCapabilities as [(typeof allCapabilities)[number], ...typeof allCapabilities])), ({ rol }) =>
    capabilitiesOf(Number(rol)),
  ),
  /** What there is beyond the documents; names of a later version count for nothing (ruling 56). */
  features: extra(
    z.array(z.string()).transform((said) => features.filter((feature): feature is Feature => said.includes(feature))),
    [],
  ),
  /** What the console needs to know of the server's settings; empty where its own page says it. */
  productName: extra(z.string(), ''),
  publicSiteUrl: extra(z.string(), ''),
  appUrl: extra(z.string(), ''),
  /** The payment provider's own pages: `{base}/customers/{id}`, `{base}/payments/{id}`. */
  paymentProviderUrl: extra(z.string(), ''),
  /** The least length of a new password (ruling 11). Absent: the documented one. */
  passwordMinLength: extra(z.number().int().optional()),
  /** What they have set up for themselves. Absent where another admin API keeps none. */
  preferences: extra(Preferences.optional()),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const TwoFactorSecret = z.object({ base32: z.string(), otpauth_url: z.string() })
export type TwoFactorSecret = z.infer<typeof TwoFactorSecret>

export const VerifyInput = z.strictObject({
  code: z.string().regex(/^\d{6}$/, 'Must have exactly 6 characters.'),
  /** First activation only: the key that `2fa/generate` answered. */
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
export const me = endpoint({ method: 'GET', path: '/auth/me', access: 'session', reply: CurrentUser })
export const logout = endpoint({
  method: 'GET',
  path: '/auth/logout',
  access: 'public',
  reply: z.object({ success: extra(z.literal(true), true) }),
  changesState: true,
})
export const generateTwoFactor = endpoint({
  method: 'GET',
  path: '/auth/2fa/generate',
  access: 'activation',
  reply: TwoFactorSecret,
  changesState: true,
})
export const verifyTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/2fa/verify',
  access: 'challenge',
  body: VerifyInput,
  reply: z.object({ success: z.boolean() }),
  refusals: { 401: 'invalid_code' },
})
