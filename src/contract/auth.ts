import { z } from 'zod'
import { allCapabilities } from './capabilities.ts'
import { endpoint } from './endpoint.ts'
import { Email, requiredText } from './fields.ts'
import { Preferences } from './preferences.ts'

export const LoginInput = z.strictObject({ email: requiredText.trim().max(320).pipe(Email), password: requiredText.max(200) })
export type LoginInput = z.infer<typeof LoginInput>

/** `2fa` is true where two-factor is set up already. `disableTwoFactor` reports the server setting of ruling 8: then this reply is the session. */
export const LoginReply = z.object({ '2fa': z.boolean(), name: z.string(), email: z.string(), disableTwoFactor: z.boolean().optional() })
export type LoginReply = z.infer<typeof LoginReply>

export const CurrentUser = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  rol: z.number().int(),
  capabilities: z.array(z.enum(allCapabilities as [(typeof allCapabilities)[number], ...typeof allCapabilities])),
  /** What the console needs to know of the server's settings. */
  productName: z.string(),
  publicSiteUrl: z.string(),
  appUrl: z.string(),
  /** The payment provider's own pages: `{base}/customers/{id}`, `{base}/payments/{id}`. */
  paymentProviderUrl: z.string(),
  /** The least length of a new password (ruling 11). Absent: the documented one. */
  passwordMinLength: z.number().int().optional(),
  /** What they have set up for themselves. Absent where another admin API keeps none. */
  preferences: Preferences.optional(),
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

export const login = endpoint({ method: 'POST', path: '/auth/login', access: 'public', body: LoginInput, reply: LoginReply })
export const me = endpoint({ method: 'GET', path: '/auth/me', access: 'session', reply: CurrentUser })
export const logout = endpoint({
  method: 'GET',
  path: '/auth/logout',
  access: 'public',
  reply: z.object({ success: z.literal(true) }),
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
})
