import pg from 'pg'
import { openDatabase } from '../../../server/db/connect.ts'
import { silentLog } from '../../../server/process/log.ts'
import { buildTestApp } from '../../support/app.ts'
import type { RunningServer } from '../server.ts'
import { callOf, type Given } from './server.ts'

/** A call of the admin API; one without a body is a GET. */
export interface ApiCall {
  path: string
  body?: object
}

type Query = (this: pg.Client, statement: string | pg.QueryConfig, ...rest: unknown[]) => unknown

/** The statements that the product sends for each call, its session's included, as they pass the driver. */
export async function statementsOf(databaseUrl: string, cookie: RunningServer['cookie'], calls: readonly ApiCall[]): Promise<Given> {
  const database = await openDatabase({ databaseUrl, dataDir: '' }, silentLog)
  const { app } = await buildTestApp(database)
  const driver = pg.Client.prototype as unknown as { query: Query }
  const { query } = driver
  let sent: pg.QueryConfig[] = []
  driver.query = function (statement, ...rest) {
    const config = typeof statement === 'string' ? { text: statement } : statement
    const [values = config.values] = rest
    sent.push({ name: config.name, text: config.text, values: Array.isArray(values) ? values : undefined })
    return query.call(this, statement, ...rest)
  }
  const sentFor = async ({ path, body }: ApiCall) => {
    sent = []
    const { statusCode } = await app.inject({
      method: body === undefined ? 'GET' : 'PATCH',
      url: path,
      headers: { cookie: `${cookie.name}=${cookie.value}`, 'sec-fetch-site': 'same-origin' },
      ...(body === undefined ? {} : { payload: body }),
    })
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    return sent
  }
  try {
    const statements: [string, pg.QueryConfig[]][] = []
    for (const call of calls) {
      // The first call of a list counts it; those after it don't.
      if (call.body === undefined) await sentFor(call)
      statements.push([callOf(call.path, call.body), await sentFor(call)])
    }
    return { databaseUrl, statements }
  } finally {
    driver.query = query
    await app.close()
    await database.close()
  }
}
