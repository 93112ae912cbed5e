import { z } from 'zod'
import { apiMethods, HttpHeaders } from '../api-calls.ts'
import { isStorable, notStorable } from '../storable.ts'
import { EmailAddress, ExternalId, Instant, maybe, otherwise, presentText, state, text } from './fields.ts'

/** What happened once and does not change. */
const once = { externalId: ExternalId, customer: ExternalId }

/** What a customer did in the product: `login`, `qr_created` … */
export const IngestedEvent = z.strictObject({ ...once, event: presentText(100), ip: maybe(text(60)), date: Instant })

/** What became of an e-mail to a customer. Not needed with `BREVO_API_KEY`. */
export const IngestedEmail = z.strictObject({
  ...once,
  /** `delivered`, `opened`, `clicks`, `hardBounces` … */
  event: presentText(100),
  subject: text(1000),
  tag: maybe(text(200)),
  email: EmailAddress,
  date: Instant,
})

/** Why a customer left, in their words. */
export const IngestedFeedback = z.strictObject({ ...once, note: text(10_000), reasonType: text(200), createdAt: Instant })

const headers = otherwise(HttpHeaders.describe('an object of header names, each with text or a list of texts'), {}).refine(
  isStorable,
  notStorable,
)
const body = otherwise(text(1_000_000), '')

/** A customer's call of the product's public API. Credentials are masked before it is stored. */
export const IngestedApiCall = z.strictObject({
  ...once,
  method: z.enum(apiMethods, `Must be one of ${apiMethods.join(', ')}.`),
  path: presentText(4000),
  query: otherwise(text(8000), ''),
  statusCode: z.number('Must be a number from 100 to 599.').int().min(100, 'Must be 100 or more.').max(599, 'Must be 599 or less.'),
  createdAt: Instant,
  /** Milliseconds. */
  responseTime: z.number('Must be milliseconds.').int('Must be whole milliseconds.').min(0, 'Must be 0 or more.').max(2_147_483_647),
  requestHeaders: headers,
  requestBody: body,
  responseHeaders: headers,
  responseBody: body,
})

/** Somebody's report of an abusive QR code. Its status is ours: staff work on it. */
export const IngestedAbuseReport = z.strictObject({
  ...state,
  url: presentText(4000),
  email: EmailAddress,
  reason: text(10_000),
  createdAt: Instant,
})
