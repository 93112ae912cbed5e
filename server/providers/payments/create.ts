import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/connect.ts'
import type { PaymentProvider } from './port.ts'
import { SandboxProvider } from './sandbox.ts'

/**
 * The payment provider that the settings ask for: Stripe where there is a key, else the embedded one.
 * @param now unix seconds
 */
export async function createPaymentProvider(config: Config, database: Database, now: () => number): Promise<PaymentProvider> {
  const dashboardUrl = config.paymentProviderUrl
  if (config.stripe !== null) {
    // Half a second to load, for those who use it.
    const { StripeProvider } = await import('./stripe-adapter.ts')
    return new StripeProvider({ ...config.stripe, dashboardUrl })
  }
  return new SandboxProvider({ database, now, dashboardUrl, webhookSecret: sandboxWebhookSecret(config) })
}

/** The secret that the embedded provider signs with: the configured one, else one that follows from the server's key. */
export function sandboxWebhookSecret(config: Pick<Config, 'secretKey' | 'stripeWebhookSecret'>): string {
  return config.stripeWebhookSecret ?? createHmac('sha256', config.secretKey).update('quaydesk sandbox webhooks').digest('hex')
}
