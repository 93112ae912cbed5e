import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Call, checkBody, checkQuery, File, Refused, Undocumented } from './call.ts'
import { accessCalls } from './calls-access.ts'
import { panelCalls } from './calls-customer-panels.ts'
import { customerCalls } from './calls-customers.ts'
import { paymentCalls } from './calls-payments.ts'
import { qrCalls } from './calls-qrs.ts'
import { securityCalls } from './calls-security.ts'
import { statsCalls } from './calls-stats.ts'
import { type Account, makeWorld, type World } from './world.ts'

/**
 * An admin API that answers exactly what the two documents say: each call returns the documented fields, and anything else is
 * refused. It is written from the documents and deliberately shares nothing with the console's contract.
 * Tests control it outside the base path: `POST /control/reset` starts over, `GET /control/refusals` lists undocumented
 * requests, `POST /control/answer {method, path, reply}` replaces the answer of such calls (they still take effect)
 * until `POST /control/answer-normally`.
 */

const base = '/api/admin'
const calls: readonly Call[] = [
  ...accessCalls,
  ...panelCalls,
  ...customerCalls,
  ...paymentCalls,
  ...qrCalls,
  ...statsCalls,
  ...securityCalls,
]

/** A replacement answer set by a test. */
interface Planned {
  method: string
  path: string
  reply: unknown
}

let world: World = makeWorld()
let refusals: string[] = []
let planned: Planned[] = []

/** Literal path parts win: the matching call with the fewest parameters. */
function findCall(method: string, path: string): { call: Call; params: string[] } | null {
  const parts = path.split('/')
  const fitting = calls.filter((call) => call.method === method && fits(call.path.split('/'), parts))
  const [call] = fitting.sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  if (!call) return null
  const names = call.path.split('/')
  return { call, params: parts.filter((_, index) => names[index]?.startsWith('{')).map(decodeURIComponent) }
}

function fits(pattern: string[], parts: string[]): boolean {
  return pattern.length === parts.length && pattern.every((each, index) => each.startsWith('{') || each === parts[index])
}

function cookiesOf(request: IncomingMessage): Map<string, string> {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('=') as [string, string])
  return new Map(pairs)
}

function admit(call: Call, request: IncomingMessage, query: Record<string, string>): Account | null {
  const cookies = cookiesOf(request)
  const { access = 'session' } = call
  if (access === 'public') return null
  const account =
    access === 'password' ? world.challenges.get(cookies.get('challenge') ?? '')?.account : world.sessions.get(cookies.get('session') ?? '')
  if (!account) throw new Refused(401, 'Unauthorized')
  const isScoped = call.orWith !== undefined && query[call.orWith] !== undefined
  if (access === 'full' && account.rol !== 1 && !isScoped) throw new Refused(403, 'Forbidden')
  return account
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const { method = 'GET' } = request
  const path = url.pathname.slice(base.length)
  const found = url.pathname.startsWith(`${base}/`) ? findCall(method, path) : null
  if (!found) throw new Undocumented(404, 'Not found')
  const { call, params } = found
  const names = [...url.searchParams.keys()]
  if (new Set(names).size < names.length) throw new Undocumented(400, 'A query parameter stands twice')
  const query = Object.fromEntries(url.searchParams)
  const account = admit(call, request, query)
  checkQuery(call, query)
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const body = hasBody ? ((await json(request)) as Record<string, unknown>) : {}
  checkBody(call, body)
  const instead = planned.find((each) => each.method === method && each.path === path)
  const cookies: string[] = []
  const reply = call.answer({
    world,
    // Public calls do not use it.
    account: account as Account,
    params,
    query,
    body,
    setCookie: (name, value) => cookies.push(`${name}=${value}; Path=/; HttpOnly; SameSite=Strict`),
  })
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  return instead ? instead.reply : reply
}

function send(response: ServerResponse, status: number, reply: unknown): void {
  if (reply instanceof File) {
    response.writeHead(status, { 'content-type': reply.type })
    response.end(reply.bytes)
    return
  }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(reply))
}

async function control(request: IncomingMessage, path: string): Promise<unknown> {
  if (path === '/control/reset') {
    world = makeWorld()
    refusals = []
    planned = []
  }
  if (path === '/control/answer-normally') planned = []
  if (path === '/control/answer') planned.push((await json(request)) as Planned)
  return { refusals }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith('/control/')) return send(response, 200, await control(request, request.url))
  try {
    send(response, 200, await answer(request, response))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error instanceof Undocumented) refusals.push(`${request.method} ${request.url}: ${error.message}`)
    send(response, error.status, { message: error.message })
  }
}

/** Listens on the loopback only. */
export function startAdminApi(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      refusals.push(`${request.method} ${request.url}: ${String(error)}`)
      send(response, 500, { message: 'Internal Server Error' })
    })
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}
