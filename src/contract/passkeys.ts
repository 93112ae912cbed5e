import { z } from 'zod'

/** What the browser is asked, and what it answers, in WebAuthn's own JSON: its libraries on both sides know the fields. */
export const PasskeyQuestion = z.looseObject({ challenge: z.string() })
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>
export const PasskeyAnswer = z.looseObject({ id: z.string().max(2048), response: z.looseObject({ clientDataJSON: z.string().max(8192) }) })
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>
