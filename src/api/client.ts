import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { ErrorReply } from '../contract/errors.ts'

const apiBase = '/api/admin'

/** A call that failed. `status` is null where no answer came (offline, broken off, not what was agreed). */
export class ApiFailure extends Error {
  readonly status: number | null
  readonly body: ErrorReply | null
  /** Seconds to wait, as the server asked with Retry-After. */
  readonly retryAfter: number | null

  constructor(status: number | null, body: ErrorReply | null, retryAfter: number | null = null, cause?: unknown) {
    super(body?.message ?? statusText(status), { cause })
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  413: 'Payload Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error.',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** The text of a status for people: HTTP/2 carries none (ruling 21). The spelling of the last resort is documented. */
export function statusText(status: number | null | undefined): string {
  if (!status) return 'Unknwon error'
  return statusTexts[status] ?? (status >= 500 ? 'Server error.' : 'Operation error, try again.')
}

/** Called on every 401 that ends the session: the console then goes to the login page and keeps the origin. */
let sessionEnded: () => void = () => {}
export function onSessionEnded(listener: () => void) {
  sessionEnded = listener
}

export type QueryValue = string | number | boolean | null | undefined

export interface CallInput<E extends Endpoint> {
  params?: z.input<E['params']>
  query?: Partial<Record<keyof z.output<E['query']>, QueryValue>>
  body?: z.input<E['body']>
  signal?: AbortSignal
  /** Set where a 401 says something else than that the session ended (ruling 7). */
  keepSession?: boolean
}

/**
 * Makes one call of the admin API. Answers the parsed reply; throws ApiFailure, or the abort reason where `signal` fired.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<z.output<E['reply']>> {
  const response = await respond(endpoint, input)
  try {
    return endpoint.reply.parse(await response.json()) as z.output<E['reply']>
  } catch (cause) {
    if (input.signal?.aborted) throw cause
    throw new ApiFailure(null, null, null, cause)
  }
}

/** The same for a reply that is read while it comes, such as a file. */
export async function respond<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Response> {
  const response = await send(endpoint, input)
  if (response.ok) return response
  if (response.status === 401 && !input.keepSession) sessionEnded()
  throw new ApiFailure(response.status, await readError(response), retryAfterOf(response))
}

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  try {
    return await fetch(urlOf(endpoint, input.params, input.query), {
      method: endpoint.method,
      credentials: 'same-origin',
      ...(hasBody ? { body: JSON.stringify(input.body ?? {}), headers: { 'content-type': 'application/json' } } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
    })
  } catch (cause) {
    if (input.signal?.aborted) throw cause
    throw new ApiFailure(null, null, null, cause)
  }
}

/** The address of a call: path parameters filled in, absent and empty query values left out. */
export function urlOf(endpoint: Endpoint, params: unknown = {}, query: unknown = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Record<string, QueryValue>))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return `${apiBase}${path}${text === '' ? '' : `?${text}`}`
}

async function readError(response: Response): Promise<ErrorReply | null> {
  try {
    return ErrorReply.parse(await response.json())
  } catch {
    // Proxies and crashes answer without our body: the status alone then speaks.
    return null
  }
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
