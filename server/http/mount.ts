import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Capability, roleMay } from '../../src/contract/capabilities.ts'
import { byItselfHeader, type Endpoint } from '../../src/contract/endpoint.ts'
import { once } from '../../src/contract/lazy.ts'
import { isStorable, notStorable } from '../../src/contract/storable.ts'
import { forgetLargeFilters } from '../db/list/large-filters.ts'
import { awayPerson } from './access/as-person.ts'
import { hasBearer, type Program, programName, readToken, requireReadable } from './access/bearer.ts'
import { ApprovalNeeded, judgedBy, judgingOf, noteCapabilities } from './access/judging.ts'
import { asShown } from './access/on-demand.ts'
import { requireSameOrigin } from './access/same-origin.ts'
import { type Challenge, readActivation, readChallenge, readSession, requireProof, type SignedIn } from './access/session.ts'
import { noteWho } from './access/who.ts'
import type { HttpContext } from './context.ts'
import { ApiError } from './errors.ts'
import { refusalWords } from './refusals.ts'

export const apiBase = '/api/admin'

/** A handler's input: parsed parameters and who is asking. */
export interface Call<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  /**
   * The signed-in person; refuses a service token (403). Throws on public and challenge endpoints, where it is a
   * programming error.
   */
  staff: SignedIn
  /** The same person with the address they call from, as changes record it. */
  actor: { staff: SignedIn; ip: string }
  /** The proof of a right password; throws on all other endpoints. */
  challenge: Challenge
  request: FastifyRequest
  reply: FastifyReply
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on every route made by `mount`; the access test looks for routes without it. */
    endpoint?: Endpoint
  }
}

/**
 * Mounts an endpoint of the contract: checks origin and access, parses input, runs the handler, parses its reply.
 * Invalid path parameters are 404 (ruling 15), anything else invalid is 400 with the field (ruling 13).
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  context: HttpContext,
  endpoint: E,
  handler: (call: Call<E>) => Promise<z.input<E['reply']>>,
) {
  // Compiled when first used: a start would be late by all of them.
  const replyOf = once(() => z.compile(endpoint.reply))
  app.route({
    method: endpoint.method,
    url: apiBase + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    handler: async (request, reply) => {
      if (endpoint.changesState) requireSameOrigin(request, context.config)
      const { staff, challenge, program } = await admit(endpoint, context, request)
      if (staff) noteWho(request, staff)
      // Access comes before validation (ruling 57).
      if (staff) requireScope(endpoint, staff, request.query)
      // Whoever asked for approval proved it then.
      if (staff && mustProve(endpoint, context) && !awayPerson()?.approved) requireProof(staff, context.now())
      const params = parse(endpoint.params, request.params, () => new ApiError('not_found', 'Not found'))
      const query = parseQuery(endpoint, request.query)
      if (staff) requireScope(endpoint, staff, query)
      const body = parse(endpoint.body, request.body ?? {}, badRequest)
      refuseUnstorable(body)
      const call = {
        params,
        query,
        body,
        get staff() {
          if (program) throw new ApiError('forbidden', 'Only a person may do this, not a service token.')
          if (!staff) throw new Error(`${endpoint.path} asks for staff but admits without a session`)
          return staff
        },
        get actor() {
          return { staff: this.staff, ip: request.ip }
        },
        get challenge() {
          if (!challenge) throw new Error(`${endpoint.path} asks for a challenge but admits without one`)
          return challenge
        },
        request,
        reply,
      } as Call<E>
      const result = await judged(call, () => handler(call), { endpoint, context, staff, program })
      // Counts from before the change are no longer valid.
      if (endpoint.method !== 'GET' && !endpoint.byItself) forgetLargeFilters(context.database.orm)
      return replyOf().parse(result)
    },
  })
}

const mustProve = ({ stepUp }: Endpoint, { config }: HttpContext) => stepUp === 'always' || (stepUp === 'if-set' && config.stepUp)

async function admit(endpoint: Endpoint, context: HttpContext, request: FastifyRequest) {
  const nobody = { staff: null, challenge: null, program: null }
  if (endpoint.access === 'public') return nobody
  if (endpoint.access === 'challenge') return { ...nobody, challenge: await readChallenge(context, request) }
  if (endpoint.access === 'activation') return { ...nobody, challenge: await readActivation(context, request) }
  if (hasBearer(request)) {
    const program = await readToken(context, request)
    requireReadable(endpoint, program)
    return { ...nobody, program }
  }
  const isPerson = !endpoint.byItself && request.headers[byItselfHeader] === undefined
  const staff = await readSession(context, request, { isPerson })
  if (typeof endpoint.access === 'object' && endpoint.access.orScopedBy === undefined && !roleMay(staff.rol, endpoint.access.capability))
    throw forbidden()
  return { ...nobody, staff }
}

interface Caller {
  endpoint: Endpoint
  context: HttpContext
  staff: SignedIn | null
  program: Program | null
}

/** Makes the call under the policies, if there are any. One that takes a second person becomes a request. */
async function judged<Result>(
  { request }: Pick<Call<Endpoint>, 'request'>,
  work: () => Promise<Result>,
  { endpoint, context, staff, program }: Caller,
): Promise<Result> {
  const caller = staff
    ? { ...staff, actor: { is: 'person', id: staff.id, role: staff.rol } as const }
    : program && { ...program, email: programName(program), actor: { is: 'token', id: program.id } as const }
  const judging = caller && (await judgingOf({ orm: context.database.orm, now: context.now() }, caller, request))
  if (!judging) return work()
  try {
    return asShown(await judgedBy(judging, work), judging, request)
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error
    const own = typeof endpoint.access === 'object' ? endpoint.access.capability : null
    const capability = judging.capability ?? own
    throw await request.server.askForApproval({ request, staff, capability, judging }, error)
  }
}

const forbidden = () => new ApiError('forbidden', 'Your account may not do this.')

/**
 * Endpoints open to everyone for a single customer need that customer, unless the role has the capability (ruling 3).
 */
function requireScope({ access }: Endpoint, staff: SignedIn, query: unknown) {
  if (typeof access !== 'object' || access.orScopedBy === undefined || roleMay(staff.rol, access.capability)) return
  if (!(query as Record<string, unknown>)[access.orScopedBy]) throw forbidden()
}

function refuseUnstorable(body: unknown) {
  const named = typeof body === 'object' && body !== null ? Object.entries(body).filter(([, value]) => !isStorable(value)) : []
  if (named.length === 0 && isStorable(body)) return
  throw new ApiError('bad_request', notStorable, { details: Object.fromEntries(named.map(([name]) => [name, notStorable])) })
}

/**
 * Parses an endpoint's query.
 * @throws ApiError bad_request with the field (ruling 13)
 */
export function parseQuery<E extends Endpoint>(endpoint: E, query: unknown): z.output<E['query']> {
  return parse<E['query']>(endpoint.query, query, badRequest)
}

/**
 * For access checks beyond the endpoint's own.
 * @throws ApiError forbidden if the role lacks the capability
 */
export function requireCapability({ rol }: Pick<SignedIn, 'rol'>, capability: Capability) {
  if (!roleMay(rol, capability)) throw forbidden()
  noteCapabilities([capability])
}

/** @throws ApiError bad_request with each field, unless told otherwise */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  refuse: (error: z.ZodError) => ApiError = badRequest,
): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: refusalWords })
  if (!parsed.success) throw refuse(parsed.error)
  return parsed.data
}

function badRequest(error: z.ZodError): ApiError {
  const details: Record<string, string> = {}
  let code: 'bad_request' | 'unknown_field' = 'bad_request'
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      code = 'unknown_field'
      for (const key of issue.keys) details[key] = 'Unknown field.'
    } else {
      details[issue.path.join('.') || 'body'] ??= issue.message
    }
  }
  return new ApiError(code, `Check: ${Object.keys(details).join(', ')}.`, { details })
}
