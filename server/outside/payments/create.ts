import { createHmac } from 'node:crypto'
import type { Database } from '../../db/connect.ts'
import type { Config } from '../../process/config.ts'
import type { PaymentProvider } from './port.ts'
import { SandboxProvider } from './sandbox/sandbox.ts'

/**
 * The configured payment provider: Stripe if there is a key, else the embedded one.
 * @param now unix seconds
 */
export async function createPaymentProvider(config: Config, database: Database, now: () => number): Promise<PaymentProvider> {
  const dashboardUrl = config.paymentProviderUrl
  if (config.stripe !== null) {
    // Loaded on demand: it takes half a second.
    const { StripeProvider } = await import('./stripe/adapter.ts')
    return new StripeProvider({ ...config.stripe, dashboardUrl })
  }
  return new SandboxProvider({ database, now, dashboardUrl, webhookSecret: sandboxWebhookSecret(config) })
}

/** The embedded provider's signing secret: the configured one, else derived from the server's key. */
export function sandboxWebhookSecret(config: Pick<Config, 'secretKey' | 'stripeWebhookSecret'>): string {
  return config.stripeWebhookSecret ?? createHmac('sha256', config.secretKey).update('quaydesk sandbox webhooks').digest('hex')
}
