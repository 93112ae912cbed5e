import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { authRoutes } from './auth/routes.ts'
import { undoRoutes } from './audit/routes.ts'
import type { AppContext } from './context.ts'
import { customerRoutes } from './customers/routes.ts'
import { registerConsole } from './http/console.ts'
import { notFoundReply, registerErrorHandler } from './http/errors.ts'
import { apiBase } from './http/mount.ts'
import { permissionsPolicy, securityHeaders } from './http/security-headers.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { loggerOptions } from './log.ts'
import { qrRoutes } from './qrs/routes.ts'

const bodyLimit = 1024 * 1024

/** Builds the whole server, ready to listen or to inject requests into. */
export async function buildApp(context: AppContext) {
  const app = fastify({
    logger: loggerOptions(context.config),
    bodyLimit,
    trustProxy: context.config.trustProxy,
    routerOptions: { maxParamLength: 400 },
  })
  registerErrorHandler(app)
  await app.register(helmet, securityHeaders(context.config))
  await app.register(cookie)
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'] })

  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
    if (request.url.startsWith(apiBase)) reply.header('cache-control', 'no-store')
  })

  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await context.database.orm.execute(sql`select 1`)
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database does not answer' })
    }
  })

  authRoutes(app, context)
  undoRoutes(app, context)
  customerRoutes(app, context)
  qrRoutes(app, context)
  invoiceRoutes(app, context)

  app.all(`${apiBase}/*`, (_request, reply) => reply.code(404).send(notFoundReply))
  await registerConsole(app)
  return app
}
