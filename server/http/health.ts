import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/readyz` returns 503 and each reply closes its connection, so that a proxy uses other servers. */
    drain: () => void
  }
}

/**
 * `/healthz` answers while the process is alive, `/readyz` while it should receive requests.
 * @param obstacle returns why it should not, or null; throws if the database does not answer
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
