import { afterEach, beforeEach } from 'vitest'
import type { IngestReply, IngestResource } from '../../src/contract/ingest/resources.ts'
import { buildTestApp, type TestApp, testStart } from './app.ts'
import type { Engine } from './database.ts'
import { makeProduct } from './ingest.ts'

export const at = testStart - 86_400

/** A server and the product that sends to it, anew for each test. Call it in a `describe`. */
export function useIngest(engine: Engine) {
  const database = engine.use()
  let server: TestApp
  let product: Awaited<ReturnType<typeof makeProduct>>

  beforeEach(async () => {
    await database.empty()
    server = await buildTestApp(database.current)
    product = await makeProduct(server)
  })
  afterEach(() => server.app.close())

  const send = async (resource: IngestResource, ...rows: object[]) => {
    const reply = await product.send(resource, rows)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<IngestReply>()
  }
  /** The counts that are not 0. */
  const counted = async (resource: IngestResource, row: object) =>
    Object.fromEntries(Object.entries(await send(resource, row)).filter(([, count]) => typeof count === 'number' && count > 0))
  const rowsOf = async (table: string, columns = '*') =>
    (await database.current.pool.query(`SELECT ${columns} FROM ${table} ORDER BY 1`)).rows as object[]
  const tables =
    'customers folders qrs qr_media customer_domains invitations events email_activity api_calls feedback abuse_reports qr_daily_scans'.split(
      ' ',
    )

  return {
    database,
    get server() {
      return server
    },
    get product() {
      return product
    },
    send,
    counted,
    rowsOf,
    tables,
  }
}
