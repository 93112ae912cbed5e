import { openDatabase } from '../../../server/db/connect.ts'
import { silentLog } from '../../../server/process/log.ts'
import { createToken } from '../../../server/product/tokens/change.ts'
import { freePort } from '../../support/free-port.ts'
import { checksums, folder, fresh, load, random, say, started, startServer } from './support.ts'

/**
 * Measures updates by one client in order, and by ten clients, twice and shuffled:
 *
 *     node --import tsx tests/bench/integration/ingest.ts 100000
 */
const [updates = 100_000] = process.argv.slice(2).map(Number)

async function measureIngest(): Promise<void> {
  const records = Math.ceil(updates / 4)
  const states = Array.from({ length: updates }, (_, index) => ({
    externalId: 1 + (index % records),
    updatedAt: started + Math.floor(index / records),
    createdAt: started,
    customer: 1 + (index % 100),
    type: 'url',
    uri: `u-${1 + (index % records)}`,
    name: `State ${random(1000)}`,
    scans: random(1000),
    content: { url: `https://a.example/${index}` },
  }))
  const customers = Array.from({ length: 100 }, (_, index) => ({
    externalId: index + 1,
    updatedAt: started,
    createdAt: started,
    email: `n${index}@example.com`,
  }))
  const twice = [...states, ...states]
  for (let index = twice.length - 1; index > 0; index -= 1) {
    const other = random(index + 1)
    ;[twice[index], twice[other]] = [twice[other] as (typeof states)[0], twice[index] as (typeof states)[0]]
  }
  const tables = ['customers', 'qrs', 'external_records', 'waiting_rows']
  const sums: string[] = []
  for (const [name, rows, clients] of [
    ['in order, once', states, 1],
    ['twice and shuffled', twice, 10],
  ] as const) {
    const url = await fresh('quaydesk_ingest')
    const database = await openDatabase({ databaseUrl: url, dataDir: folder }, silentLog)
    const { token } = await createToken(
      database.orm,
      { staff: { id: null, email: 'bench' }, ip: null },
      { name: 'bench', scopes: ['ingest'] },
      started,
    )
    await database.close()
    const port = await freePort()
    const server = await startServer(url, port)
    const send = async (resource: string, part: readonly object[]) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/ingest/${resource}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ rows: part }),
      })
      const text = await answer.text()
      if (!answer.ok || !text.includes('"refused":[]')) throw new Error(`${answer.status}: ${text.slice(0, 300)}`)
    }
    await send('customers', customers)
    const parts = Array.from({ length: Math.ceil(rows.length / 1000) }, (_, index) => rows.slice(index * 1000, index * 1000 + 1000))
    const from = performance.now()
    const work = async () => {
      for (let part = parts.shift(); part; part = parts.shift()) await send('qrs', part)
    }
    await Promise.all(Array.from({ length: clients }, work))
    const seconds = (performance.now() - from) / 1000
    say(
      `ingest: ${rows.length} updates of ${records} QRs, ${name}, ${clients} clients, 1,000 rows a call: ${Math.round(rows.length / seconds)} rows/s; ${load()}`,
    )
    await server.kill()
    sums.push(await checksums(url, tables))
  }
  say(`ingest: ${sums[0] === sums[1] ? 'the two ended equal' : `NOT equal:\n${sums.join('\n')}`}`)
}

await measureIngest()
