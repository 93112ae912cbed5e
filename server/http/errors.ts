import type { FastifyError, FastifyInstance } from 'fastify'
import { type ErrorCode, type ErrorReply, errorStatus } from '../../src/contract/errors.ts'

/** A refusal that the caller is told about. Everything else that is thrown is a 500 without details. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, string> | undefined
  /** Seconds after which trying again makes sense: sent as Retry-After. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, extra: { details?: Record<string, string>; retryAfter?: number } = {}) {
    super(message)
    this.code = code
    this.details = extra.details
    this.retryAfter = extra.retryAfter
  }
}

function errorReply(code: ErrorCode, message: string, details?: Record<string, string>): ErrorReply {
  return { statusCode: errorStatus[code], error: code, message, ...(details ? { details } : {}) }
}

/** What Fastify itself refuses, in our words; anything unknown is a server error. */
function fromFramework(error: FastifyError): ErrorReply | null {
  if (error.statusCode === 413) return errorReply('payload_too_large', 'The request is too large.')
  if (error.statusCode === 429) return errorReply('too_many_requests', 'Too many requests, try again later.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return errorReply('bad_request', 'The request is malformed.')
  return null
}

/** Whether the database could not be reached or was too busy, as opposed to our own fault. */
function isUnavailable(error: Error & { code?: unknown }): boolean {
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03', '57014', '53300', '08006'].includes(String(error.code)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message) ||
    (error.cause instanceof Error && isUnavailable(error.cause))
  )
}

/** The one place where errors become replies: no stack, SQL or secret leaves the server (ruling 21). */
export function registerErrorHandler(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof ApiError) {
      if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)))
      return reply.code(errorStatus[error.code]).send(errorReply(error.code, error.message, error.details))
    }
    const known = fromFramework(error as FastifyError)
    if (known) return reply.code(known.statusCode).send(known)
    request.log.error({ err: error }, 'request failed')
    if (isUnavailable(error)) {
      reply.header('retry-after', '1')
      return reply.code(503).send(errorReply('service_unavailable', 'The database does not answer, try again.'))
    }
    return reply.code(500).send(errorReply('server_error', 'Internal Server Error.'))
  })
}

/** The reply to a path that is nobody's. */
export const notFoundReply = errorReply('not_found', 'Not found')

/** The reply to an address that cannot be read. */
export const badAddressReply = errorReply('bad_request', 'The address is malformed.')
