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
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return malformedReply
  return null
}

/** Of sockets, and SQLSTATE: connections that break (class 08), a server that stops, starts or has no connection left, a deadline. */
const unavailableCode =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-5]|57014|53[23]00|25P03)$/

/** What the driver says without a code, of connections that broke before, under or after a statement. */
const unavailableMessage =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end on the pool/

/** Whether the database could not be reached or was too busy, as opposed to our own fault. */
function isUnavailable(error: Error & { code?: unknown }): boolean {
  return unavailableCode.test(String(error.code)) || unavailableMessage.test(error.message) || isCausedBy(error, isUnavailable)
}

/** Whether there is no room, in the database or for a file. Where the embedded database writes its log it stops, and its words alone say why. */
function isDiskFull(error: Error & { code?: unknown }): boolean {
  return (
    /^(53100|ENOSPC|EDQUOT)$/.test(String(error.code)) || error.message.includes('No space left on device') || isCausedBy(error, isDiskFull)
  )
}

function isCausedBy({ cause }: Error, is: (cause: Error) => boolean): boolean {
  return cause instanceof Error && is(cause)
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
    if (isDiskFull(error))
      return reply.code(507).send(errorReply('disk_full', 'The disk is full: nothing can be stored until somebody makes room.'))
    if (isUnavailable(error)) {
      reply.header('retry-after', '1')
      return reply.code(503).send(errorReply('service_unavailable', 'The database does not answer, try again.'))
    }
    return reply.code(500).send(errorReply('server_error', 'Internal Server Error.'))
  })
}

/** The reply to a path that is nobody's. */
export const notFoundReply = errorReply('not_found', 'Not found')

/** The replies to a request that does not come to its end in time, and to what is no request. */
export const requestTimeoutReply = errorReply('request_timeout', 'The request took too long to come.')
export const malformedReply = errorReply('bad_request', 'The request is malformed.')

/** The reply to an address that cannot be read. */
export const badAddressReply = errorReply('bad_request', 'The address is malformed.')
