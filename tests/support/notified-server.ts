import { afterEach, beforeEach } from 'vitest'
import { providerEvents } from '../../server/db/schema/payments.ts'
import { buildTestApp, type TestApp, testStart } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers, insertPayments } from './rows.ts'

export const day = 86_400

/** A server with two customers and two payments that the sandbox knows, anew for each test. Call it in a `describe`. */
export function useNotifiedServer(engine: Engine) {
  const database = engine.use()
  let server: TestApp

  beforeEach(async () => {
    await database.empty()
    server = await buildTestApp(database.current)
    await insertCustomers(database.current, [
      { stripeCustomerId: 'cus_1', stripeSubscriptionId: 'sub_1', subscriptionStatus: 'active', totalRevenue: 9_000 },
      { stripeCustomerId: 'cus_2', stripeSubscriptionId: 'sub_2', subscriptionStatus: 'soft_deleted', deleted: true },
    ])
    const older = { createdAt: testStart - day }
    await insertPayments(database.current, [
      { stripePaymentIntentId: 'pi_1', amount: 1000, finalAmount: 900, currency: 'usd' },
      { stripePaymentIntentId: 'pi_2', ...older },
    ])
    await server.sandbox.customer('cus_1')
    await server.sandbox.customer('cus_2')
    await server.sandbox.payment('pi_1')
    await server.sandbox.payment('pi_2')
  })
  afterEach(() => server.app.close())

  const aboutCustomer = (id: string) => ({ object: 'customer', id }) as const
  const aboutPayment = (id: string) => ({ object: 'payment_intent', id }) as const
  const deliver = ({ body, signature }: { body: string; signature: string }) =>
    server.app.inject({
      method: 'POST',
      url: '/webhooks/payments',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    })
  const orm = () => database.current.orm
  const events = () => orm().select().from(providerEvents)

  return {
    get server() {
      return server
    },
    set server(next) {
      server = next
    },
    aboutCustomer,
    aboutPayment,
    deliver,
    orm,
    events,
  }
}
