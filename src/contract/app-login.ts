import { z } from 'zod'

/** What staff do in the product's app as a customer: look, so that the product refuses all changes, or act. */
export const appLoginModes = ['look', 'act'] as const
export type AppLoginMode = (typeof appLoginModes)[number]

/** Seconds in which a link into the app has to be opened (ruling 37). */
export const appLinkSeconds = 60
/** Seconds after which the product ends a visit. */
export const appVisitSeconds = 30 * 60

export const maxVisitReasonLength = 500
/** Why staff log in: the ticket, and what for. */
export const VisitReason = z
  .string()
  .trim()
  .min(1, 'Say why.')
  .max(maxVisitReasonLength, `Must have at most ${maxVisitReasonLength} characters.`)

/** The body of `POST /api/ingest/app-logins`: the token in a link that somebody opened. */
export const AppLogin = z.strictObject({ token: z.string('Must be text.').min(1, 'Must have a token.').max(200, 'Is too long.') })

/** Whom the link logs in, and as what. */
export const AppVisit = z.object({
  /** The customer by the product's id, and by ours. */
  customer: z.string(),
  customerId: z.number().int(),
  mode: z.enum(appLoginModes),
  /** Who asked for the link. */
  staff: z.object({ name: z.string(), email: z.string() }),
  /** Null if an API call gave none. */
  reason: z.string().nullable(),
  /** When the product has to end the visit, in unix seconds. */
  endsAt: z.number().int(),
})
export type AppVisit = z.infer<typeof AppVisit>
