import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../server/outside/context.ts'
import { SandboxProvider } from '../../server/outside/payments/sandbox/sandbox.ts'
import { appPages } from './app-pages.ts'
import { providerPages } from './provider-pages.ts'

/** Our own pages in place of the product's app and the provider's dashboard, if those aren't configured. */
export function standInRoutes(app: FastifyInstance, context: AppContext): void {
  if (context.config.isAppStandIn) appPages(app, context)
  if (context.payments instanceof SandboxProvider) providerPages(app, context, context.payments)
}
