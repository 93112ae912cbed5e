import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './fields.ts'
import { lazyObject } from './lazy.ts'

/** Ways to sign in beyond the documents. None is offered unless `SIGN_IN` lists it. */

/** What the browser is asked, and what it answers, in WebAuthn's own JSON: its libraries on both sides know the fields. */
export const PasskeyQuestion = z.looseObject({ challenge: z.string() })
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>
export const PasskeyAnswer = z.looseObject({ id: z.string().max(2048), response: z.looseObject({ clientDataJSON: z.string().max(8192) }) })
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

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

/** How a signed-in person can prove once more that it is them. */
export const proofs = ['passkey', 'code', 'password', 'oidc'] as const
export type Proof = (typeof proofs)[number]

export const StepUpState = lazyObject(() => ({
  /** The ways this person has, best first. */
  proofs: z.array(z.enum(proofs)),
  /** Whether the last proof is still good. */
  isProven: z.boolean(),
}))
export type StepUpState = z.infer<typeof StepUpState>

export const readStepUp = endpoint({ path: '/auth/step-up', access: 'session', feature: 'account', reply: StepUpState })
export const askStepUpPasskey = endpoint({
  method: 'POST',
  path: '/auth/step-up/options',
  access: 'session',
  feature: 'account',
  reply: PasskeyQuestion,
})
/** One of them. */
export const StepUpInput = z.strictObject({
  answer: PasskeyAnswer.optional(),
  code: z
    .string()
    .regex(/^\d{6}$/, 'Must have exactly 6 characters.')
    .optional(),
  password: requiredText.max(200).optional(),
})
export type StepUpInput = z.infer<typeof StepUpInput>
export const stepUp = endpoint({
  method: 'POST',
  path: '/auth/step-up',
  access: 'session',
  feature: 'account',
  body: StepUpInput,
  reply: Accepted,
})

/** Why a sign-in through the provider was refused, as the login screen's address says it. */
export const providerRefusals = {
  'no-group': (provider: string) =>
    `Your account at ${provider} has no group that may use this console. Ask whoever manages groups there, or a colleague with full access.`,
  'unverified-email': (provider: string) =>
    `${provider} has not verified your email address. Verify it there, then sign in again, or ask a colleague with full access.`,
  'other-account': (provider: string) =>
    `The staff account with your email address belongs to another account at ${provider}. Ask a colleague with full access.`,
  'switched-off': () => 'Your staff account is switched off. A colleague with full access can switch it on again.',
  'other-person': (provider: string) => `You proved to be somebody else at ${provider}. Use the account that you are signed in with here.`,
  expired: () => 'This sign-in took too long, or was completed already. Start it again.',
  refused: (provider: string) => `${provider} did not confirm the sign-in. Start it again.`,
  unreachable: (provider: string) => `${provider} could not be reached. Try again in a moment.`,
  'too-many': () => 'Too many attempts. Try again in a quarter of an hour.',
} as const satisfies Record<string, (provider: string) => string>
export type ProviderRefusedFor = keyof typeof providerRefusals
