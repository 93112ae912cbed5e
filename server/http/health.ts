import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/readyz` is 503 and each reply ends its connection, so that a proxy sends its requests elsewhere. */
    drain: () => void
  }
}

/**
 * `/healthz` answers while the process lives, `/readyz` while it should get requests.
 * @param obstacle why it should not, null if nothing stands in the way; throws if the database does not answer
 */
export function addHealthChecks(app: FastifyInstance, obstacle: () => Promise<string | null>): void {
  let isDraining = false
  app.decorate('drain', () => {
    isDraining = true
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const status = isDraining ? 'stopping' : await obstacle().catch(() => 'database does not answer')
    return status === null ? { status: 'ready' } : reply.code(503).send({ status })
  })
}
