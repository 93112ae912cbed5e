import { z } from 'zod'
import { approvalReasonHeader, byItselfHeader, type Endpoint } from '../contract/endpoint.ts'
import { documentedMessages, type ErrorCode, ErrorReply, errorCodes, errorStatus } from '../contract/errors.ts'
import { readReply, withoutExtras } from '../contract/extra.ts'
import { asDocumented } from '../contract/list.ts'
import { type OnDemandData, showHeader } from '../contract/on-demand.ts'
import { fetchOrTake } from './early.ts'
import { apiHas } from './features.ts'

const apiBase = '/api/admin'

/** A failed call. `status` is null if no reply came (offline or connection lost). */
export class ApiFailure extends Error {
  readonly status: number | null
  readonly body: ErrorReply | null
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null

  constructor(status: number | null, body: ErrorReply | null, retryAfter: number | null = null, cause?: unknown) {
    super(body?.message ?? statusText(status), { cause })
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

export const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404

/** A reply with a success status that doesn't match the contract. A change has most likely been made. */
export class UnfitReply extends ApiFailure {
  /** Whether the call was a change: it may have been made, so don't invite a retry. */
  readonly mayBeDone: boolean

  constructor(endpoint: Endpoint, status: number, fault: string, cause?: unknown) {
    super(status, null, null, cause)
    this.message = `The answer to ${endpoint.method} ${endpoint.path} does not fit: ${fault}.`
    this.mayBeDone = endpoint.changesState
  }
}

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error.',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
}

/** A status as text, as HTTP/2 carries none (ruling 21). The fallback's spelling is documented. */
export function statusText(status: number | null | undefined): string {
  if (!status) return 'Unknwon error'
  return statusTexts[status] ?? (status >= 500 ? 'Server error.' : 'Operation error, try again.')
}

export const isOffline = () => 'onLine' in navigator && !navigator.onLine

export const whyNoReply = () => (isOffline() ? 'You are offline.' : 'The server could not be reached, or its response was cut off.')

/** Called on every 401 that ends the session: the console goes to the login page and keeps the origin. */
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
  /** Set if a 401 doesn't mean that the session ended (ruling 7). */
  keepSession?: boolean
}

/**
 * Makes one call of the admin API and returns the parsed reply, with undocumented fields filled in (ruling 56). Throws
 * ApiFailure, UnfitReply if a documented field is missing, or the abort reason if `signal` fired.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<z.output<E['reply']>> {
  const response = await respond(endpoint, input)
  const reply = readJson(endpoint, response, await readText(response, input.signal))
  try {
    return readReply(endpoint.reply, reply, input.query) as z.output<E['reply']>
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause
    // A refusal sent with a success status.
    if (saysNotDone(reply)) throw new ApiFailure(response.status, errorReplyOf(endpoint, response.status, reply), null, cause)
    throw new UnfitReply(endpoint, response.status, faultOf(cause), cause)
  }
}

async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiFailure(null, null, null, cause)
  }
}

/** Undefined for an empty reply, which is fine for a change with nothing to report. */
function readJson(endpoint: Endpoint, response: Response, text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    // Truncated JSON means the connection broke.
    if (isJson) throw new ApiFailure(null, null, null, cause)
    throw new UnfitReply(endpoint, response.status, 'it is not JSON', cause)
  }
}

const saysNotDone = (reply: unknown) => typeof reply === 'object' && reply !== null && 'success' in reply && reply.success === false

/** The first mismatch: `rows.0.id is missing`. */
function faultOf({ issues: [issue] }: z.ZodError): string {
  const name = issue?.path.join('.') || 'it'
  if (issue?.code === 'invalid_type' && issue.message.endsWith('received undefined')) return `${name} is missing`
  return `${name} is not what it should be (${issue?.message ?? 'unknown'})`
}

/** Asks the person to prove once more that it is them, and says whether they did. */
let askForProof: () => Promise<boolean> = () => Promise.resolve(false)
export function onProofWanted(ask: () => Promise<boolean>) {
  askForProof = ask
}

/** Like `call`, but returns the response itself, for files that are streamed. */
export async function respond<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Response> {
  const response = await send(endpoint, input)
  if (response.ok) return response
  if (response.status === 401 && !input.keepSession) sessionEnded()
  const error = await readError(endpoint, response)
  // The same request goes on once it is proved.
  if (error?.error === 'step_up_required' && (await askForProof())) return respond(endpoint, input)
  throw new ApiFailure(response.status, error, retryAfterOf(response))
}

let isByItself = false

/** Runs code whose calls nobody asked for, such as refetching what changed: they don't keep a session alive. */
export function byItself<Result>(begin: () => Result): Result {
  isByItself = true
  try {
    return begin()
  } finally {
    isByItself = false
  }
}

let nextReason = ''

/** Why the next change is wanted, for whoever agrees to it where a policy asks for a second person. */
export function giveReason(reason: string) {
  nextReason = reason.trim()
}

let shown = ''

/** What is shown from now on though it is hidden otherwise. */
export function showOnDemand(names: readonly OnDemandData[]) {
  shown = names.join()
}

/** The headers of a change. */
function headersOf(hasBody: boolean): Record<string, string> | null {
  const reason = nextReason
  nextReason = ''
  const headers = {
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(reason !== '' && { [approvalReasonHeader]: encodeURIComponent(reason) }),
  }
  return hasBody || reason !== '' ? headers : null
}

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  // Features the API lacks are hidden; anything that still asks for one gets a 404 without a request.
  if (endpoint.feature !== undefined && !apiHas(endpoint.feature)) throw new ApiFailure(404, null)
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  const own = { ...(isByItself && { [byItselfHeader]: '1' }), ...(shown !== '' && { [showHeader]: shown }) }
  const headers = hasBody || endpoint.changesState ? headersOf(hasBody) : isByItself || shown !== '' ? own : null
  try {
    return await fetchOrTake(urlOf(endpoint, input.params, input.query), {
      method: endpoint.method,
      credentials: 'same-origin',
      ...(hasBody && { body: JSON.stringify(asKnown(endpoint.body, input.body ?? {})) }),
      ...(headers && { headers }),
      ...(input.signal ? { signal: input.signal } : {}),
    })
  } catch (cause) {
    if (input.signal?.aborted) throw cause
    throw new ApiFailure(null, null, null, cause)
  }
}

/** The request, without undocumented fields unless the API says it knows them. */
const asKnown = (schema: z.ZodType, sent: object): object => (apiHas('fields') ? sent : withoutExtras(schema, sent))

/** A call's path, its parameters filled in. */
export const pathOf = (endpoint: Endpoint, params: unknown): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)[name])))

/** A call's URL with path parameters filled in; absent and empty query values are omitted. */
export function urlOf(endpoint: Endpoint, params: unknown = {}, query: unknown = {}): string {
  const path = pathOf(endpoint, params)
  const search = new URLSearchParams()
  const sent = asDocumented(endpoint.query, asKnown(endpoint.query, query as object))
  for (const [name, value] of Object.entries(sent as Record<string, QueryValue>))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return `${apiBase}${path}${text === '' ? '' : `?${text}`}`
}

async function readError(endpoint: Endpoint, response: Response): Promise<ErrorReply | null> {
  const body: unknown = await response.json().catch(() => null)
  return errorReplyOf(endpoint, response.status, body)
}

/**
 * The error in a refused reply. The documents name some codes but not the body, so look in the likely fields. Null if
 * only the status tells: proxies and crashes don't send our body.
 */
function errorReplyOf({ refusals, words: ownWords }: Endpoint, status: number, body: unknown): ErrorReply | null {
  const whole = ErrorReply.safeParse(body)
  if (whole.success) return whole.data
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const texts = [fields['message'], fields['error'], fields['code']].filter((text) => typeof text === 'string')
  const code = texts.find(isErrorCode) ?? refusals?.[status]
  const words = texts.find((text) => !isErrorCode(text))
  if (code !== undefined)
    return { statusCode: status, error: code, message: ownWords?.[code] ?? documentedMessages[code] ?? words ?? statusText(status) }
  if (words === undefined) return null
  return { statusCode: status, error: errorCodes.find((one) => errorStatus[one] === status) ?? 'unprocessable', message: words }
}

const isErrorCode = (text: string): text is ErrorCode => text in errorStatus

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
