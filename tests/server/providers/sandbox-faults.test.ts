import { afterEach, expect, test } from 'vitest'
import { ProviderRefusal, ProviderUnknown } from '../../../server/outside/payments/port.ts'
import { StripeProvider } from '../../../server/outside/payments/stripe/adapter.ts'
import { buildTestApp, type TestApp } from '../../support/app.ts'
import { describeDatabase } from '../../support/database.ts'
import { signIn } from '../../support/sign-in.ts'

const stripe = () =>
  new StripeProvider({ secretKey: 'sk_test_1234', webhookSecret: 'whsec_1', apiUrl: null, dashboardUrl: 'https://stripe.example' })

describeDatabase('faults of the embedded payment provider', (engine) => {
  const database = engine.use()
  let server: TestApp
  afterEach(() => server.app.close())

  test('are set by role 1, and cleared with an empty list [1.7 sandbox faults]', async () => {
    server = await buildTestApp(database.current)
    const browser = await signIn(server)
    const faults = [
      { operation: 'payment', kind: 'refuse', message: 'No.', times: 1 },
      { operation: 'payment', kind: 'lost-before', probability: 1, seed: 3 },
    ]
    const reply = await browser.send('PUT', '/sandbox/faults', { faults })
    expect([reply.statusCode, reply.json()]).toEqual([200, { faults }])
    await expect(server.sandbox.payment('pi_1')).rejects.toThrow(new ProviderRefusal('No.'))
    await expect(server.sandbox.payment('pi_1')).rejects.toBeInstanceOf(ProviderUnknown)
    expect(await server.sandbox.coupons()).toEqual([])
    await browser.send('PUT', '/sandbox/faults', { faults: [] })
    expect(await server.sandbox.payment('pi_1')).toBeNull()
  })

  test.each([
    [{ kind: 'explode' }, 'faults.0.kind'],
    [{ kind: 'late', delayMs: -1 }, 'faults.0.delayMs'],
    [{ kind: 'refuse', probability: 2 }, 'faults.0.probability'],
    [{ kind: 'refuse', times: 0 }, 'faults.0.times'],
  ])('are validated: %o', async (fault, field) => {
    server = await buildTestApp(database.current)
    const reply = await (await signIn(server)).send('PUT', '/sandbox/faults', { faults: [fault] })
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json<{ details: object }>().details)).toEqual([field])
  })

  test('are unavailable in production and with Stripe', async () => {
    for (const build of [
      () => buildTestApp(database.current, { production: true }),
      () => buildTestApp(database.current, {}, { payments: stripe() }),
    ]) {
      server = await build()
      expect((await (await signIn(server)).send('PUT', '/sandbox/faults', { faults: [] })).statusCode).toBe(404)
      await server.app.close()
    }
  })

  test('the console gets the URL of the provider’s own pages', async () => {
    server = await buildTestApp(database.current)
    expect((await (await signIn(server)).get('/auth/me')).json()).toMatchObject({ paymentProviderUrl: 'https://provider.example' })
    await server.app.close()
    server = await buildTestApp(database.current, {}, { payments: stripe() })
    const browser = await signIn(server)
    expect((await browser.get('/auth/me')).json()).toMatchObject({ paymentProviderUrl: 'https://stripe.example' })
    expect((await browser.inject({ method: 'GET', url: '/stand-in/provider/payments/pi_1' })).statusCode).toBe(404)
  })
})
