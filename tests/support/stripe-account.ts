import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StripeObject } from './stripe-objects.ts'

/** Faults, triggered by the request number. The first request is 1. */
export interface Faults {
  /** The limit of requests per second; requests beyond it get 429 with `Retry-After`. */
  perSecond?: number
  /** One request in this many fails, in turn with a 429, a 500, a cut-off answer or a broken connection. */
  every?: number
  /** How long each answer takes, in milliseconds. */
  delayMs?: number
}

/** Lists by path, with their filter parameters. */
const lists: Readonly<Record<string, { object: string; filters: readonly string[] }>> = {
  coupons: { object: 'coupon', filters: [] },
  customers: { object: 'customer', filters: [] },
  subscriptions: { object: 'subscription', filters: ['customer'] },
  payment_intents: { object: 'payment_intent', filters: [] },
  charges: { object: 'charge', filters: [] },
  refunds: { object: 'refund', filters: ['payment_intent', 'charge'] },
  disputes: { object: 'dispute', filters: ['payment_intent', 'charge'] },
  'radar/early_fraud_warnings': { object: 'radar.early_fraud_warning', filters: ['payment_intent', 'charge'] },
  invoice_payments: { object: 'invoice_payment', filters: ['payment[payment_intent]'] },
  products: { object: 'product', filters: [] },
}

/**
 * A read-only stand-in for a Stripe account. It answers lists (newest first, `limit`, `starting_after`, `ending_before`,
 * `created`, `expand`, `has_more`) and single objects as Stripe does, and can simulate its faults.
 */
export class StripeAccount {
  /** All requests so far, such as `GET /v1/customers?limit=100`. */
  readonly seen: string[] = []
  faults: Faults = {}
  /** Called before a request is answered. */
  onRequest: (call: string, count: number) => void = () => undefined
  readonly #byType = new Map<string, StripeObject[]>()
  readonly #byId = new Map<string, StripeObject>()
  /** Objects by what they refer to, such as `payment_intent pi_1`. */
  readonly #byReference = new Map<string, StripeObject[]>()
  #count = 0
  #window = { second: 0, requests: 0 }
  readonly #server = createServer((request, response) => void this.#answer(request.url ?? '/', request.headers.authorization, response))
  /** Types that are still sorted since the last object was added. */
  readonly #sorted = new Set<string>()

  constructor(readonly key = 'sk_test_standin1234') {}

  /** Listens on loopback, by default on a free port. */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve)
    })
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  add(...objects: StripeObject[]): void {
    for (const object of objects) {
      this.#byId.set(object.id, object)
      push(this.#byType, object.object, object)
      this.#sorted.delete(object.object)
      for (const reference of ['customer', 'payment_intent', 'charge'])
        if (typeof object[reference] === 'string') push(this.#byReference, `${object.object} ${reference} ${object[reference]}`, object)
      const { payment } = object as { payment?: { payment_intent?: string } }
      if (payment?.payment_intent !== undefined)
        push(this.#byReference, `${object.object} payment[payment_intent] ${payment.payment_intent}`, object)
    }
  }

  remove(id: string): void {
    const object = this.get(id)
    this.#byId.delete(id)
    this.#byType.set(
      object.object,
      this.all(object.object).filter((other) => other !== object),
    )
  }

  get(id: string): StripeObject {
    const object = this.#byId.get(id)
    if (!object) throw new Error(`no ${id}`)
    return object
  }

  /** Oldest first. */
  all(type: string): StripeObject[] {
    const objects = this.#byType.get(type) ?? []
    if (!this.#sorted.has(type)) objects.sort((one, other) => one.created - other.created)
    this.#sorted.add(type)
    return objects
  }

  get size(): number {
    return this.#byId.size
  }

  async #answer(url: string, authorization: string | undefined, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    this.#count += 1
    const call = `GET ${pathname}`
    if (this.seen.length < 100_000) this.seen.push(`GET ${decodeURIComponent(url)}`)
    this.onRequest(call, this.#count)
    const { delayMs = 0, every, perSecond } = this.faults
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (perSecond !== undefined && this.#isOver(perSecond))
      return reply(response, 429, failure('rate_limit', 'Too many requests'), { 'retry-after': '1' })
    const fault = every !== undefined && this.#count % every === 0 ? (this.#count / every) % 4 : null
    if (fault === 0) return reply(response, 429, failure('rate_limit', 'Too many requests'), { 'retry-after': '0' })
    if (fault === 1) return reply(response, 500, failure('api_error', 'Something went wrong'))
    if (fault === 3) return void response.destroy()
    const text = this.#textOf(pathname, searchParams, authorization)
    if (fault === 2) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text.body)) })
      response.write(text.body.slice(0, text.body.length / 2), () => response.destroy())
      return
    }
    reply(response, text.status, text.body)
  }

  #isOver(perSecond: number): boolean {
    const second = Math.floor(Date.now() / 1000)
    if (this.#window.second !== second) this.#window = { second, requests: 0 }
    this.#window.requests += 1
    return this.#window.requests > perSecond
  }

  #textOf(pathname: string, query: URLSearchParams, authorization: string | undefined): { status: number; body: string } {
    if (authorization !== `Bearer ${this.key}`)
      return { status: 401, body: failure('invalid_request_error', `Invalid API Key provided: ${String(authorization).slice(7)}`) }
    const expand = [...query].flatMap(([name, value]) => (name.startsWith('expand[') ? [value.split('.')] : []))
    if (expand.some((path) => path.length > 4))
      return { status: 400, body: failure('invalid_request_error', 'You cannot expand more than 4 levels of a property.') }
    const path = pathname.replace(/^\/v1\//, '')
    const list = lists[path]
    if (list) return this.#list(path, list, query, expand)
    const object = this.#byId.get(path.slice(path.lastIndexOf('/') + 1))
    if (!object) return { status: 404, body: failure('invalid_request_error', `No such object: ${path}`, 'resource_missing') }
    return { status: 200, body: JSON.stringify(expand.reduce((whole, parts) => this.#expanded(whole, parts), object)) }
  }

  #list(path: string, { object: type, filters }: (typeof lists)[string], query: URLSearchParams, expand: string[][]) {
    const filter = filters.find((name) => query.has(name))
    let objects = filter === undefined ? this.all(type) : [...(this.#byReference.get(`${type} ${filter} ${query.get(filter)}`) ?? [])]
    if (filter !== undefined) objects.sort((one, other) => one.created - other.created)
    if (type === 'subscription' && query.get('status') !== 'all') objects = objects.filter(({ ended_at: ended }) => ended === null)
    // Lists are stored from oldest to newest; a page is a slice.
    let [from, to] = [0, objects.length]
    const bound = (name: string) => (query.has(`created[${name}]`) ? Number(query.get(`created[${name}]`)) : null)
    const [gte, gt, lte, lt] = [bound('gte'), bound('gt'), bound('lte'), bound('lt')]
    if (gte !== null) from = Math.max(from, firstFrom(objects, gte))
    if (gt !== null) from = Math.max(from, firstFrom(objects, gt + 1))
    if (lte !== null) to = Math.min(to, firstFrom(objects, lte + 1))
    if (lt !== null) to = Math.min(to, firstFrom(objects, lt))
    const limit = Number(query.get('limit') ?? 10)
    const [after, before] = [query.get('starting_after'), query.get('ending_before')]
    for (const [name, id] of [['starting_after', after] as const, ['ending_before', before] as const]) {
      if (id === null) continue
      const place = placeOf(objects, this.#byId.get(id))
      if (place < 0) return { status: 400, body: failure('invalid_request_error', `No such object: '${id}'`, 'resource_missing', name) }
      if (name === 'starting_after') to = Math.min(to, place)
      else from = Math.max(from, place + 1)
    }
    const slice =
      before === null ? objects.slice(Math.max(from, to - limit), Math.max(from, to)) : objects.slice(from, Math.min(to, from + limit))
    const data = slice.toReversed()
    const page = { object: 'list', url: `/v1/${path}`, has_more: data.length < to - from, data }
    return { status: 200, body: JSON.stringify(expand.reduce((whole, parts) => this.#expanded(whole, parts), page as object)) }
  }

  /** A copy with the ids at this path replaced by the objects they name. */
  #expanded<T>(value: T, path: readonly string[]): T {
    if (typeof value === 'string') {
      const object = this.#byId.get(value)
      return (object ? this.#expanded(object, path) : value) as T
    }
    if (Array.isArray(value)) return value.map((item) => this.#expanded(item as unknown, path)) as T
    const [name, ...rest] = path
    if (name === undefined || value === null || typeof value !== 'object') return value
    const { object, id } = value as unknown as StripeObject
    const field =
      object === 'charge' && name === 'refunds'
        ? { object: 'list', data: (this.#byReference.get(`refund charge ${id}`) ?? []).slice(0, 10), has_more: false }
        : (value as Record<string, unknown>)[name]
    return { ...value, [name]: this.#expanded(field, rest) }
  }
}

function push(map: Map<string, StripeObject[]>, key: string, object: StripeObject): void {
  const others = map.get(key)
  if (others) others.push(object)
  else map.set(key, [object])
}

/** The index of the first object created at or after `time`, by binary search. */
function firstFrom(objects: readonly StripeObject[], time: number): number {
  let [low, high] = [0, objects.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((objects[middle]?.created ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

function placeOf(objects: readonly StripeObject[], object: StripeObject | undefined): number {
  if (!object) return -1
  for (let place = firstFrom(objects, object.created); place < objects.length; place += 1) if (objects[place] === object) return place
  return -1
}

function reply(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standin', ...headers }).end(body)
}

function failure(type: string, message: string, code?: string, param?: string): string {
  return JSON.stringify({ error: { type: type === 'rate_limit' ? 'invalid_request_error' : type, message, code: code ?? type, param } })
}
