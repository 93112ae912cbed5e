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

  mount(app, context, contract.createWebhookEndpoint, async ({ body, staff, request }) => ({
    success,
    ...(await createEndpoint(context, { staff, ip: request.ip }, body)),
  }))

  mount(app, context, contract.updateWebhookEndpoint, async ({ params, body, staff, request }) => ({
    success,
    auditId: await updateEndpoint(context, { staff, ip: request.ip }, params.id, body),
  }))

  mount(app, context, contract.deleteWebhookEndpoint, async ({ params, staff, request }) => ({
    success,
    auditId: await deleteEndpoint(context, { staff, ip: request.ip }, params.id),
  }))

  mount(app, context, contract.testWebhookEndpoint, ({ params }) => testEndpoint(context, params.id))

  mount(app, context, contract.listDeliveries, ({ query }) => context.database.reading((reader) => listDeliveries(reader, query)))

  mount(app, context, contract.getDelivery, ({ params }) => getDelivery(orm, params.id))

  mount(app, context, contract.resendDelivery, async ({ params, staff, request }) => ({
    success,
    auditId: await resend(orm, { staff, ip: request.ip }, params.id, context.now()),
  }))
}
