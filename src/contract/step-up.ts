import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { PasskeyAnswer, PasskeyQuestion } from './passkeys.ts'

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
  reply: lazyObject(() => ({ success: z.literal(true) })),
})
