import type { FastifyError, FastifyInstance } from 'fastify'
import type { Refusal } from '../../src/contract/customer-rules.ts'
import { type ErrorCode, type ErrorReply, errorStatus } from '../../src/contract/errors.ts'
import { isCausedBy, isUnavailable } from '../db/unavailable.ts'
import { WouldChange } from './access/judging.ts'

/** A refusal reported to the caller. Anything else thrown is a 500 without details. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, string> | undefined
  /** Seconds to wait before retrying, sent as Retry-After. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, extra: { details?: Record<string, string>; retryAfter?: number } = {}) {
    super(message)
    this.code = code
    this.details = extra.details
    this.retryAfter = extra.retryAfter
  }
}

/** @throws ApiError unavailable_action with the rule's text */
export function throwIfRefused(refusal: Refusal): void {
  if (refusal !== null) throw new ApiError('unavailable_action', refusal)
}

/**
 * Compares the version an update is based on; not checked if absent.
 * @param what starts the message
 * @throws ApiError stale
 */
export function requireVersion(given: number | null | undefined, current: number | null, what: string): void {
  if (given !== undefined && given !== current)
    throw new ApiError('stale', `${what} was changed by somebody else since you opened it: nothing was saved.`)
}

function errorReply(code: ErrorCode, message: string, details?: Record<string, string>): ErrorReply {
  return { statusCode: errorStatus[code], error: code, message, ...(details ? { details } : {}) }
}

/** Fastify's own client errors in our format; null for others. */
function fromFramework(error: FastifyError): ErrorReply | null {
  if (error.statusCode === 413) return errorReply('payload_too_large', 'The request is too large.')
  if (error.statusCode === 429) return errorReply('too_many_requests', 'Too many requests, try again later.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return malformedReply
  return null
}

/**
 * Whether the disk is full, for the database or a file. If the embedded
 * database can't write its log it stops, and only the message says why.
 */
function isDiskFull(error: Error & { code?: unknown }): boolean {
  return (
    /^(53100|ENOSPC|EDQUOT)$/.test(String(error.code)) || error.message.includes('No space left on device') || isCausedBy(error, isDiskFull)
  )
}

/** Reply to a call that is only looked at, which no request from outside is. */
export const wouldChangeStatus = 202

/** The only place that turns errors into replies: no stack, SQL or secret leaves the server (ruling 21). */
export function registerErrorHandler(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof ApiError) {
      if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)))
      return reply.code(errorStatus[error.code]).send(errorReply(error.code, error.message, error.details))
    }
    if (error instanceof WouldChange) return reply.code(wouldChangeStatus).send()
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

/** Reply for unknown paths. */
export const notFoundReply = errorReply('not_found', 'Not found')

/** Replies to requests that don't arrive in time, and to malformed ones. */
export const requestTimeoutReply = errorReply('request_timeout', 'The request took too long to come.')
export const malformedReply = errorReply('bad_request', 'The request is malformed.')

/** Reply to a malformed URL. */
export const badAddressReply = errorReply('bad_request', 'The address is malformed.')
