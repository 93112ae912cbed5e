import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { SandboxProvider } from '../providers/payments/sandbox.ts'
import { appPages } from './app-pages.ts'
import { providerPages } from './provider-pages.ts'

/** Pages of our own in place of the product's app and the payment provider's dashboard, where those are not configured. */
export function standInRoutes(app: FastifyInstance, context: AppContext): void {
  if (context.config.isAppStandIn) appPages(app, context)
  if (context.payments instanceof SandboxProvider) providerPages(app, context, context.payments)
}
