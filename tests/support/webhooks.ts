import { afterEach, beforeEach } from 'vitest'
import { DeliveryPool } from '../../server/product/outbox/pool.ts'
import type { Delivery, WebhookEndpoint } from '../../src/contract/webhooks.ts'
import { buildTestApp, type TestApp, testStart } from './app.ts'
import type { Engine } from './database.ts'
import { openReceiver } from './receiver.ts'
import { insertCustomers } from './rows.ts'
import { type Browser, signIn } from './sign-in.ts'

export const day = 86_400

/** A server with customers 7 and 8, a browser and a receiver of webhooks, anew for each test. Call it in a `describe`. */
export function useWebhooks(engine: Engine) {
  const database = engine.use()
  let server: TestApp
  let browser: Browser
  let receiver: Awaited<ReturnType<typeof openReceiver>>

  beforeEach(async () => {
    await database.empty()
    server = await buildTestApp(database.current)
    // Signatures that are old by the real clock are refused.
    server.clock.advance(Math.floor(Date.now() / 1000) - testStart)
    browser = await signIn(server)
    receiver = await openReceiver()
    await insertCustomers(database.current, [{ id: 7 }, { id: 8 }])
  })
  afterEach(async () => {
    await server.app.close()
    await receiver.close()
  })

  const ok = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const reply = await browser.send(method, path, body)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ id: number; secret: string; auditId: number }>()
  }
  const listen = async (path = '/hook', events: string[] = []) => {
    const { id, secret } = await ok('POST', '/webhook-endpoints', { url: receiver.url + path, events })
    receiver.trust(path, secret)
    return id
  }
  const ban = (id: number, banned = true) => ok('PATCH', `/customers/${id}/ban`, { banned })
  /** Delivers until nothing is due. */
  const deliver = async ({ context } = server) => {
    const pool = new DeliveryPool(context)
    await pool.begin()
    await pool.idle()
  }
  const told = () => receiver.received.map(({ type, record }) => `${type} ${record}`)
  const deliveries = async (query = '') => (await browser.get(`/webhook-deliveries${query}`)).json<{ rows: Delivery[] }>().rows
  const endpoints = async () => (await browser.get('/webhook-endpoints')).json<{ rows: WebhookEndpoint[] }>().rows

  return {
    database,
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    set browser(next) {
      browser = next
    },
    get receiver() {
      return receiver
    },
    ok,
    listen,
    ban,
    deliver,
    told,
    deliveries,
    endpoints,
  }
}
