import type { FastifyBaseLogger } from 'fastify'
import { type LogFn, type Logger, type LoggerOptions, pino } from 'pino'

/** Redacted at any depth: logs contain no secrets or personal text. */
const secretPaths = ['cookie', 'set-cookie', 'authorization', 'password', 'newPassword', 'currentPassword', 'email', 'token', 'base32Key']
  .flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`])
  .map((path) => path.replace(/(^|\.)([^.*]*-[^.*]*)$/, '["$2"]'))

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Fastify's `logger` options: one line of JSON per entry, to standard output. */
export function loggerOptions(config: { logLevel: LogLevel }) {
  return {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { logMethod: withMessage },
    redact: { paths: secretPaths, censor: '[redacted]' },
    serializers: { err: describeError, error: describeError, req: describeRequest, res: describeReply },
  } satisfies LoggerOptions
}

/** Without a message, a logged error would add its own, bypassing the serializer below. */
function withMessage(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, message] = args as unknown[]
  const isError = first instanceof Error || (typeof first === 'object' && first !== null && ('err' in first || 'error' in first))
  if (isError && message === undefined) method.apply(this, [first, 'error'])
  else method.apply(this, args)
}

/**
 * The log for everything but requests.
 * @param destination for tests; standard output by default
 */
export function createLog(level: LogLevel, destination?: { write(line: string): void }): FastifyBaseLogger {
  const options = loggerOptions({ logLevel: level })
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** For tests. */
export const silentLog: FastifyBaseLogger = createLog('silent')

const address = /[^\s/@<>"'(),;:=]+@[^\s/@<>"'(),;:=]+\.[^\s/@<>"'(),;:=]+/g

interface ErrorEntry extends Record<string, unknown> {
  type: string
  message: string
  stack: string
}

/**
 * Database errors quote values ("Key (email)=(…) already exists")
 * in `detail`, and Drizzle puts parameters in its message.
 */
function describeError(error: unknown): ErrorEntry {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPersonal(String(error)), stack: '' }
  const code = 'code' in error ? String(error.code) : undefined
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {}
  return { type: error.name, code, message: withoutPersonal(error.message), stack: withoutPersonal(error.stack ?? ''), ...cause }
}

function withoutPersonal(text: string): string {
  return text.replace(/\nparams:[^\n]*/g, '\nparams: [redacted]').replace(address, '[redacted]')
}

interface Requested {
  id?: string
  method?: string
  url?: string
}

/** The path without the query and without the term of `find/{term}`: both contain what staff searched for. */
function describeRequest(request: Requested): Record<string, unknown> {
  const path = (request.url ?? '').split('?')[0] ?? ''
  return { id: request.id, method: request.method, path: withoutPersonal(decoded(path)).replace(/(\/find\/).+/, '$1[redacted]') }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function describeReply(reply: { statusCode?: number }): Record<string, unknown> {
  return { statusCode: reply.statusCode }
}
