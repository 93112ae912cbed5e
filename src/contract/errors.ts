import { z } from 'zod'

/** The closed list of error codes (ruling 21) and the HTTP status each travels with. */
export const errorStatus = {
  bad_request: 400,
  unknown_field: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  invalid_code: 401,
  challenge_expired: 401,
  forbidden: 403,
  cross_site: 403,
  not_found: 404,
  /** The request did not come to its end in time. */
  request_timeout: 408,
  conflict: 409,
  stale: 409,
  unavailable_action: 409,
  two_factor_already_on: 409,
  email_conflict: 409,
  uri_in_use: 409,
  domain_already_exists: 409,
  nothing_to_undo: 409,
  /** A refund of the same payment is under way. */
  refund_in_progress: 409,
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
  /** The payment provider did not answer in time: whether it acted is not known yet. */
  provider_timeout: 504,
  /** Nothing can be stored until somebody makes room. */
  disk_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/** What the documents say in words of their own (document 1, section 8; document 2, section 8). */
export const documentedMessages: Partial<Record<ErrorCode, string>> = {
  invalid_credentials: 'Invalid credentials',
  invalid_code: 'Invalid 2FA code.',
  email_conflict: 'Email already exists.',
  uri_in_use: 'URI already in use.',
}

/** What every refused call answers. `details` names the fields at fault: field → what is wrong with it. */
export const ErrorReply = z.object({
  statusCode: z.number().int(),
  error: z.enum(errorCodes),
  message: z.string(),
  details: z.record(z.string(), z.string()).optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
