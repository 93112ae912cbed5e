import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { PasskeyAnswer, PasskeyQuestion } from './passkeys.ts'

/** Ways to sign in beyond the documents. None is offered unless `SIGN_IN` lists it. */

const PasskeyInput = z.strictObject({ answer: PasskeyAnswer })
const Accepted = lazyObject(() => ({ success: z.literal(true) }))

/** With a passkey alone: it finds the account and counts as both steps. */
export const askPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'public',
  feature: 'passkeys',
  reply: PasskeyQuestion,
})
export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey/verify',
  feature: 'passkeys',
  access: 'public',
  body: PasskeyInput,
  reply: Accepted,
  refusals: { 401: 'invalid_credentials' },
})

/** As the second step, in place of the six digits. */
export const askSecondPasskey = endpoint({
  method: 'POST',
  path: '/auth/2fa/passkey/options',
  access: 'challenge',
  feature: 'passkeys',
  reply: PasskeyQuestion,
})
export const verifySecondPasskey = endpoint({
  method: 'POST',
  path: '/auth/2fa/passkey/verify',
  feature: 'passkeys',
  access: 'challenge',
  body: PasskeyInput,
  reply: Accepted,
  refusals: { 401: 'invalid_code' },
})

/** One of the ten codes for a lost phone, as the second step; each works once. */
export const RecoveryCodeInput = z.strictObject({ code: requiredText.trim().max(40) })
export const verifyRecoveryCode = endpoint({
  method: 'POST',
  path: '/auth/2fa/recovery',
  feature: 'account',
  access: 'challenge',
  body: RecoveryCodeInput,
  reply: Accepted,
  refusals: { 401: 'invalid_code' },
})

/** With a link from the server's command line, which works once within 15 minutes. */
export const signInByLink = endpoint({
  method: 'POST',
  path: '/auth/link',
  feature: 'account',
  access: 'public',
  body: z.strictObject({ token: requiredText.max(100) }),
  reply: Accepted,
  refusals: { 401: 'invalid_credentials' },
})
