import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StripeProvider } from '../../../server/outside/payments/stripe/adapter.ts'

/** A request as Stripe sees it. */
export interface Seen {
  /** `POST /v1/refunds` */
  call: string
  /** Query or form-encoded body, verbatim. */
  parameters: Record<string, string>
  idempotencyKey: string | undefined
  authorization: string | undefined
}

type Reply = { status?: number; body: unknown; delayMs?: number } | 'hang up' | 'no answer' | 'no JSON'
/** A reply, or a function that creates one per request. */
type Planned = Reply | ((sent: Seen) => Reply)

/** A local stand-in for Stripe. It records requests and replies as the test says. */
export interface StripeServer {
  url: string
  seen: Seen[]
  /** Sets the replies of a call such as `GET /v1/customers/cus_1`. */
  on(call: string, ...replies: Planned[]): void
  close(): Promise<void>
}

/** The adapter that speaks to it. */
export const openProvider = ({ url }: StripeServer, timeoutMs?: number) =>
  new StripeProvider({
    secretKey: 'sk_test_1234',
    webhookSecret: 'whsec_1',
    apiUrl: url,
    dashboardUrl: 'https://d.example',
    timeoutMs,
  })

/** All requests in short form. */
export const callsTo = ({ seen }: StripeServer) =>
  seen.map(({ call, parameters, idempotencyKey }) => [call, parameters, idempotencyKey] as const)

/** A Stripe list on a single page. */
export const list = (...data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' })

/** A Stripe error. */
export const failure = (status: number, error: { type: string; message: string; code?: string }): Reply => ({ status, body: { error } })

/** Starts it on a free loopback port. */
export async function startStripeServer(): Promise<StripeServer> {
  const replies = new Map<string, Planned[]>()
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void read(request).then((sent) => {
      seen.push(sent)
      const planned = replies.get(sent.call)
      // The last reply repeats.
      const reply = planned && planned.length > 1 ? planned.shift() : planned?.[0]
      answer(request, response, typeof reply === 'function' ? reply(sent) : (reply ?? failure(404, notFound)))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    on: (call, ...planned) => void replies.set(call, planned),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const notFound = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' }

async function read(request: IncomingMessage): Promise<Seen> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  const { 'idempotency-key': key, authorization } = request.headers
  return {
    call: `${request.method} ${pathname}`,
    parameters: Object.fromEntries([...searchParams, ...(isForm ? new URLSearchParams(body) : [])]),
    idempotencyKey: typeof key === 'string' ? key : undefined,
    authorization,
  }
}

function answer(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply === 'no answer') return
  if (reply === 'hang up') {
    request.socket.destroy()
    return
  }
  if (reply === 'no JSON') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    return
  }
  setTimeout(() => {
    response
      .writeHead(reply.status ?? 200, { 'content-type': 'application/json', 'request-id': 'req_test' })
      .end(JSON.stringify(reply.body))
  }, reply.delayMs ?? 0)
}
