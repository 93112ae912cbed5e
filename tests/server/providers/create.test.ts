import { expect, test } from 'vitest'
import { createPaymentProvider } from '../../../server/outside/payments/create.ts'
import { SandboxProvider } from '../../../server/outside/payments/sandbox/sandbox.ts'
import { StripeProvider } from '../../../server/outside/payments/stripe/adapter.ts'
import { loadConfig } from '../../../server/process/config.ts'
import { describeDatabase } from '../../support/database.ts'

const usual = { SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
const now = () => 1_781_510_400

describeDatabase('which payment provider is used', (engine) => {
  const database = engine.use()

  test('without a key, the embedded one, with notifications signed by a server-specific secret', async () => {
    const first = await createPaymentProvider(loadConfig(usual), database.current, now)
    if (!(first instanceof SandboxProvider)) throw new Error('not the embedded one')
    expect(first.dashboardUrl).toBe('http://localhost:4600/stand-in/provider')
    const { body, signature } = first.notification('customer.updated', { object: 'customer', id: 'cus_1' })
    expect(first.readEvent(body, signature, now())).toMatchObject({ customerId: 'cus_1' })
    const others = [{ SECRET_KEY: Buffer.alloc(32, 2).toString('base64') }, { ...usual, STRIPE_WEBHOOK_SECRET: 'whsec_abcd' }]
    for (const env of others) {
      const other = await createPaymentProvider(loadConfig(env), database.current, now)
      expect(() => other.readEvent(body, signature, now())).toThrow('The signature is wrong.')
    }
  })

  test.each([
    ['sk_live_abcd', 'https://dashboard.stripe.com'],
    ['rk_test_abcd', 'https://dashboard.stripe.com/test'],
  ])('with key %s, Stripe, with its dashboard at %s', async (key, dashboardUrl) => {
    const config = loadConfig({ ...usual, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_abcd' })
    const provider = await createPaymentProvider(config, database.current, now)
    expect(provider).toBeInstanceOf(StripeProvider)
    expect(provider).toMatchObject({ name: 'stripe', dashboardUrl })
  })
})
