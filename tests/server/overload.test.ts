import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { customerDomains } from '../../server/db/schema/customer-records.ts'
import type { Dns } from '../../server/outside/dns/port.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

/** Does not answer until released. */
class HeldDns implements Dns {
  readonly #held: (() => void)[] = []
  async resolveCname() {
    await new Promise<void>((resolve) => this.#held.push(resolve))
    return []
  }
  async resolveTxt() {
    return []
  }
  get questions() {
    return this.#held.length
  }
  release() {
    for (const go of this.#held.splice(0)) go()
  }
}

const atOnce = 3

describeDatabase('more calls than can be worked on', (engine) => {
  const database = engine.use()
  const dns = new HeldDns()
  let patient: TestApp
  let hasty: TestApp
  let browser: Browser

  beforeAll(async () => {
    patient = await buildTestApp(database.current, {}, { dns, limits: { atOnce, waitMs: 60_000 } })
    hasty = await buildTestApp(database.current, {}, { dns, limits: { atOnce, waitMs: 100 } })
    await insertCustomers(database.current, [{}])
    await database.current.orm
      .insert(customerDomains)
      .values({ userId: 1, hostname: 'qr.cafesol.example', status: 'active', certificate: 'issued', createdAt: 100, main: true })
  })
  afterAll(async () => {
    await patient.app.close()
    await hasty.app.close()
  })

  /** Fills every slot with a call that waits for a name server. */
  async function holdAllTurns(server: TestApp): Promise<() => Promise<number[]>> {
    browser = await signIn(server)
    const held = Array.from({ length: atOnce }, () => browser.send('POST', '/customers/1/domain/validation', { domainId: 1 }))
    await expect.poll(() => dns.questions).toBe(atOnce)
    return async () => {
      dns.release()
      return (await Promise.all(held)).map(({ statusCode }) => statusCode)
    }
  }

  test('rejects requests that would wait too long, with Retry-After; lets sign-out and health checks through', async () => {
    const release = await holdAllTurns(hasty)
    const leaving = await signIn(hasty)
    const refused = await Promise.all(Array.from({ length: 30 }, () => browser.get('/customers')))
    for (const reply of refused) {
      expect(reply.json()).toEqual({ statusCode: 503, error: 'service_unavailable', message: 'The server is busy, try again in a moment.' })
      expect(['1', '2', '3']).toContain(reply.headers['retry-after'])
    }
    expect((await leaving.get('/auth/logout')).statusCode).toBe(200)
    expect((await hasty.app.inject('/healthz')).statusCode).toBe(200)
    expect((await hasty.app.inject('/readyz')).statusCode).toBe(200)
    expect(await release()).toEqual([200, 200, 200])
    // All slots are free again, and there are no more than before.
    const again = await holdAllTurns(hasty)
    expect((await browser.get('/customers')).statusCode).toBe(503)
    expect(await again()).toEqual([200, 200, 200])
    expect((await browser.get('/customers')).statusCode).toBe(200)
  })

  test('answers requests whose turn comes in time, even if earlier ones failed', async () => {
    const release = await holdAllTurns(patient)
    const waiting = ['/customers', '/customers/9999', '/customers?page=x', '/nowhere', '/customers'].map((path) => browser.get(path))
    expect(await release()).toEqual([200, 200, 200])
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 404, 400, 404, 200])
  })

  test('slow request bodies take up no slots', async () => {
    browser = await signIn(hasty)
    if (!hasty.app.server.listening) await hasty.app.listen({ port: 0, host: '127.0.0.1' })
    const sockets = Array.from({ length: atOnce * 2 }, () => halfOfARequest(hasty))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    expect((await browser.get('/customers')).statusCode).toBe(200)
  })
})

function halfOfARequest({ app }: TestApp): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('POST /api/admin/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"email":')
  return socket
}
