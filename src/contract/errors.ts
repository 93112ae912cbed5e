import { z } from 'zod'
import { Integer } from './fields.ts'

/** The closed list of error codes (ruling 21) with their HTTP statuses. */
export const errorStatus = {
  bad_request: 400,
  unknown_field: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  invalid_code: 401,
  challenge_expired: 401,
  forbidden: 403,
  cross_site: 403,
  /** Wants a fresh proof that it is the person: prove it, and send the same request again. */
  step_up_required: 403,
  /** A policy of the company stands against it. */
  blocked_by_policy: 403,
  not_found: 404,
  /** The request wasn't received in full in time. */
  request_timeout: 408,
  conflict: 409,
  stale: 409,
  unavailable_action: 409,
  two_factor_already_on: 409,
  email_conflict: 409,
  uri_in_use: 409,
  domain_already_exists: 409,
  nothing_to_undo: 409,
  /** The same payment is being refunded already. */
  refund_in_progress: 409,
  /** A policy wants a second person's consent: it is asked for now, and `details.approval` is the request's id. Nothing was changed. */
  approval_required: 409,
  payload_too_large: 413,
  unprocessable: 422,
  invalid_vat: 422,
  vat_number_required: 422,
  too_many_requests: 429,
  server_error: 500,
  bad_gateway: 502,
  /** The payment provider refused. */
  provider_refused: 502,
  service_unavailable: 503,
  /** The payment provider didn't answer in time, so it isn't known whether it acted. */
  provider_timeout: 504,
  /** Nothing can be stored until there is disk space. */
  disk_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/** Messages the documents prescribe (document 1, section 8; document 2, section 8). */
export const documentedMessages: Partial<Record<ErrorCode, string>> = {
  invalid_credentials: 'Invalid credentials',
  invalid_code: 'Invalid 2FA code.',
  email_conflict: 'Email already exists.',
  uri_in_use: 'URI already in use.',
}

/** Reply to every refused call. `details` maps each bad field to what is wrong with it. */
export const ErrorReply = z.object({
  statusCode: Integer,
  error: z.enum(errorCodes),
  message: z.string(),
  details: z.record(z.string(), z.string()).optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
