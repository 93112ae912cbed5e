import fastify from 'fastify'
import type pg from 'pg'
import { openDatabase } from '../../../server/db/connect.ts'
import { silentLog } from '../../../server/process/log.ts'

/** What the bare server is started with: its database, and the statements of each call it will get. */
export interface Given {
  databaseUrl: string
  statements: readonly (readonly [call: string, statements: readonly pg.QueryConfig[]])[]
}

/** Names a call by its address and its body. */
export const callOf = (path: string, body: unknown) => path + JSON.stringify(body ?? null)

/** Runs a call's statements, and answers the rows of the last one. It has no contract to keep. */
async function serve({ databaseUrl, statements }: Given): Promise<string> {
  const { pool } = await openDatabase({ databaseUrl, dataDir: '' }, silentLog)
  const known = new Map(statements)
  const app = fastify()
  app.route({
    method: ['GET', 'PATCH'],
    url: '/*',
    handler: async (request, reply) => {
      const wanted = known.get(callOf(request.url, request.body))
      if (wanted === undefined) return reply.code(404).send()
      const client = await pool.connect()
      try {
        let rows: unknown[] = []
        for (const statement of wanted) ({ rows } = await client.query(statement))
        return await reply.type('application/json').send(JSON.stringify(rows))
      } finally {
        client.release()
      }
    },
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

process.on('message', (given: Given) => void serve(given).then((origin) => process.send?.(origin)))
process.on('disconnect', () => process.exit())
