import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { BadSignature, type PaymentProvider, type ProviderEvent } from '../../outside/payments/port.ts'
import { SandboxProvider } from '../../outside/payments/sandbox/sandbox.ts'
import { receiveEvent } from './receive.ts'

export const paymentWebhookPath = '/webhooks/payments'

const bodyLimit = 256 * 1024

/** Receives the payment provider's notifications. Authenticated by the signature over the raw body, without session or cookies. */
export async function webhookRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { payments } = context
  if (payments instanceof SandboxProvider) {
    payments.deliver = (notice) => deliver(app, notice)
    app.addHook('onClose', () => payments.close())
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post(paymentWebhookPath, { bodyLimit }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const event = readEvent(context.payments, body, request.headers['stripe-signature'], context.now())
      const isNew = await receiveEvent(context, event)
      request.log.info({ event: event.id, type: event.type, isNew }, 'notification of the payment provider')
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
  })
}

/** The embedded provider runs in this process. */
async function deliver(app: FastifyInstance, { body, signature }: { body: string; signature: string }): Promise<void> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const { statusCode } = await app.inject({ method: 'POST', url: paymentWebhookPath, headers, payload: body })
  if (statusCode !== 200) throw new Error(`a notification of the embedded payment provider was answered ${statusCode}`)
}

function readEvent(provider: PaymentProvider, body: string, header: string | string[] | undefined, now: number): ProviderEvent {
  try {
    return provider.readEvent(body, typeof header === 'string' ? header : undefined, now)
  } catch (error) {
    if (error instanceof BadSignature) throw new ApiError('bad_request', error.message)
    throw error
  }
}
