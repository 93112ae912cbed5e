import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/webhooks.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { createEndpoint, deleteEndpoint, testEndpoint, updateEndpoint } from './endpoints.ts'
import { getDelivery, listDeliveries, listEndpoints, resend } from './queries.ts'

/** Webhooks to the product, for role 1. */
export function outboxRoutes(app: FastifyInstance, context: AppContext): void {
  const { orm } = context.database
  const success = true as const

  mount(app, context, contract.listWebhookEndpoints, async () => ({ rows: await listEndpoints(orm) }))

  mount(app, context, contract.createWebhookEndpoint, async ({ body, actor }) => ({
    success,
    ...(await createEndpoint(context, actor, body)),
  }))

  mount(app, context, contract.updateWebhookEndpoint, async ({ params, body, actor }) => ({
    success,
    auditId: await updateEndpoint(context, actor, params.id, body),
  }))

  mount(app, context, contract.deleteWebhookEndpoint, async ({ params, actor }) => ({
    success,
    auditId: await deleteEndpoint(context, actor, params.id),
  }))

  mount(app, context, contract.testWebhookEndpoint, ({ params }) => testEndpoint(context, params.id))

  mount(app, context, contract.listDeliveries, ({ query }) => context.database.reading((reader) => listDeliveries(reader, query)))

  mount(app, context, contract.getDelivery, ({ params }) => getDelivery(orm, params.id))

  mount(app, context, contract.resendDelivery, async ({ params, actor }) => ({
    success,
    auditId: await resend(orm, actor, params.id, context.now()),
  }))
}
