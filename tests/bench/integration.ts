import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'

import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { openDatabase } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { silentLog } from '../../server/process/log.ts'
import { createEndpoint } from '../../server/product/outbox/endpoints.ts'
import { createToken } from '../../server/product/tokens/change.ts'
import { freePort } from '../support/free-port.ts'

/**
 * Measures the integration with a product, on its own PostgreSQL server or that of DATABASE_URL:
 *
 *     node --import tsx tests/bench/integration.ts import 100000 1000000    an import, and one that is killed three times
 *     node --import tsx tests/bench/integration.ts ingest 100000            updates by ten clients, in order; twice and shuffled
 *     node --import tsx tests/bench/integration.ts webhooks 10000           a bad receiver, and a server that is killed ten times
 */
const [what = '', ...sizes] = process.argv.slice(2)
const folder = mkdtempSync(path.join(tmpdir(), 'quaydesk-integration-'))
const root = path.resolve(import.meta.dirname, '../..')
const given = process.env['DATABASE_URL']
if (!given) throw new Error('Set DATABASE_URL: a PostgreSQL server on which databases are made.')
const secretKey = Buffer.alloc(32, 7).toString('base64')
const started = Math.floor(Date.now() / 1000) - 3600
const say = (line: string) => process.stdout.write(`${line}\n`)

/** A small seeded generator, so that each run has the same rows. */
let seed = 1
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
  return seed % below
}

async function fresh(name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: given })
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`)
  await admin.end()
  const url = new URL(given ?? '')
  url.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: url.href, dataDir: folder }, silentLog)
  await migrate(database, silentLog)
  await database.close()
  return url.href
}

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query)
  await client.end()
  return rows
}

/** The sum of all rows' hashes. It needs neither an order nor much memory. */
async function checksums(url: string, tables: readonly string[]): Promise<string> {
  const sums: string[] = []
  for (const table of tables) {
    const [row] = await ask(
      url,
      `SELECT count(*), sum(hashtextextended((to_jsonb(t) - ARRAY['since', 'version'])::text, 0)::numeric) AS sum FROM ${table} t`,
    )
    sums.push(`${table} ${String(row?.['count'])} ${String(row?.['sum'])}`)
  }
  return sums.join('; ')
}

const environment = (databaseUrl: string) => ({
  ...process.env,
  NODE_ENV: '',
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
  SECRET_KEY: secretKey,
  DEMO: 'off',
  WEBHOOK_PRIVATE_ADDRESSES: 'on',
  LOG_LEVEL: 'fatal',
})

const load = () => `load ${loadavg()[0]?.toFixed(1)}`

async function measureImport(customers: number, qrs: number): Promise<void> {
  await write('customers.ndjson', customers, (id) => ({
    externalId: id,
    updatedAt: started,
    createdAt: started - random(30_000_000),
    email: `n${id}.${random(1000)}@example.com`,
    firstName: `Ana ${random(500)}`,
    lastName: `Ruiz ${random(5000)}`,
    country: 'es',
  }))
  await write('qrs.ndjson', qrs, (id) => ({
    externalId: id,
    updatedAt: started,
    createdAt: started - random(30_000_000),
    customer: 1 + random(customers),
    type: 'url',
    uri: `${id.toString(36)}-${random(1296).toString(36)}`,
    name: `Menu ${random(90)} Terrace ${random(977)}`,
    scans: random(1000),
    visits: random(800),
    content: { url: `https://www.shop-${id % 5000}.example.com/p/${id}` },
  }))
  const tables = ['customers', 'qrs', 'external_records', 'used_uris', 'waiting_rows']
  const whole = await fresh('quaydesk_import')
  const { seconds, memory } = await runImport(whole)
  say(
    `import: ${customers} customers and ${qrs} QRs in ${seconds.toFixed(0)} s, ${Math.round((customers + qrs) / seconds)} rows/s with all indexes; at most ${memory} MB of memory; ${load()}`,
  )
  const expected = await checksums(whole, tables)
  const killed = await fresh('quaydesk_import')
  for (const share of [0.2, 0.5, 0.8]) {
    const at = await killImport(killed, share * qrs)
    say(`import: killed after line ${at} of the QRs`)
  }
  await runImport(killed)
  const sums = await checksums(killed, tables)
  say(`import: ${sums === expected ? 'the same checksums after three kills' : `NOT the same after three kills:\n${expected}\n${sums}`}`)
}

async function write(name: string, count: number, row: (id: number) => object): Promise<void> {
  const file = createWriteStream(path.join(folder, name))
  let text = ''
  for (let id = 1; id <= count; id += 1) {
    text += `${JSON.stringify(row(id))}\n`
    if (text.length < 1_000_000) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await once(file, 'finish')
}

const startImport = (url: string) =>
  spawn(
    process.execPath,
    ['--max-semi-space-size=16', '--heap-growing-percent=20', '--import', 'tsx', 'server/product/import/main.ts', folder],
    {
      cwd: root,
      env: environment(url),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )

async function runImport(url: string): Promise<{ seconds: number; memory: number }> {
  const from = performance.now()
  const child = startImport(url)
  let memory = 0
  const watching = setInterval(() => {
    memory = Math.max(memory, residentMegabytes(child.pid ?? 0))
  }, 500)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(watching)
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  return { seconds: (performance.now() - from) / 1000, memory }
}

function residentMegabytes(pid: number): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

async function killImport(url: string, line: number): Promise<number> {
  const child = startImport(url)
  const ended = once(child, 'exit')
  for (;;) {
    const [row] = await ask(url, `SELECT line FROM imports WHERE file LIKE '%qrs.ndjson' AND line >= ${line}`)
    if (row) {
      child.kill('SIGKILL')
      await ended
      return Number(row['line'])
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function startServer(url: string, port: number): Promise<{ kill: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', '--api-only'], {
    cwd: root,
    env: { ...environment(url), PORT: String(port), PUBLIC_SITE_PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function measureIngest(updates: number): Promise<void> {
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

async function measureWebhooks(events: number): Promise<void> {
  const url = await fresh('quaydesk_webhooks')
  const arrived: { id: number; record: string }[] = []
  let [bad, tries, failed] = [0, 0, 0]
  let verify = new Webhook(Buffer.alloc(24).toString('base64'))
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      tries += 1
      let body: { data: { record: { id: number } } }
      try {
        body = verify.verify(Buffer.concat(chunks).toString(), request.headers as Record<string, string>) as typeof body
      } catch {
        bad += 1
        return response.writeHead(400).end()
      }
      const chance = random(1000)
      // 30 % fail: with an error, a broken connection, or no answer until the sender gives up. Others answer late, some of them too late.
      if (chance < 300) failed += 1
      if (chance < 200) return response.writeHead(500).end()
      if (chance < 290) return request.socket.destroy()
      if (chance < 300) return
      arrived.push({ id: Number(String(request.headers['webhook-id']).slice(4)), record: String(body.data.record.id) })
      setTimeout(() => response.writeHead(204).end(), chance < 305 ? 11_000 : chance < 400 ? 300 : 0)
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address() as AddressInfo
  const database = await openDatabase({ databaseUrl: url, dataDir: folder }, silentLog)
  await database.pool.query(
    `INSERT INTO staff (name, email, password_hash, rol, created_at) VALUES ('Bench', 'bench@quaydesk.test', '', 1, 0)`,
  )

  const [{ id } = { id: 0 }] = (await database.pool.query<{ id: number }>('SELECT id FROM staff')).rows
  const context = {
    database,
    config: { secretKey: Buffer.from(secretKey, 'base64'), webhookPrivateAddresses: true },
    now: () => started,
  } as unknown as Parameters<typeof createEndpoint>[0]
  const endpoint = await createEndpoint(
    context,
    { staff: { id, email: 'bench@quaydesk.test' }, ip: '' },
    { url: `http://127.0.0.1:${address.port}/`, events: [] },
  )
  verify = new Webhook(endpoint.secret)
  // As staff's decisions leave them: several per record, in order.
  await database.pool.query(`
    INSERT INTO outbox (event, record_type, record_id, audit_id, before, after, at)
      SELECT CASE n / ${events / 10} % 2 WHEN 0 THEN 'customer.banned' ELSE 'customer.unbanned' END, 'customer', n % ${events / 10}, n, '{}', '{}', ${started} FROM generate_series(1, ${events}) n;
    INSERT INTO webhook_deliveries (event_id, endpoint_id, record, next_at) SELECT id, ${endpoint.id}, 'customer:' || record_id, 0 FROM outbox ORDER BY id`)
  const pending = async () =>
    Number((await database.pool.query<{ count: number }>(`SELECT count(*) FROM webhook_deliveries WHERE state = 'pending'`)).rows[0]?.count)
  const from = performance.now()
  let kills = 0
  let server = await startServer(url, await freePort())
  for (let rest = await pending(); rest > 0; rest = await pending()) {
    if (kills < 10 && events - rest >= ((kills + 1) * events) / 12) {
      await server.kill()
      kills += 1
      server = await startServer(url, await freePort())
      // The receiver restarts too.
      receiver.close()
      receiver.closeAllConnections()
      receiver.listen(address.port, '127.0.0.1')
    }
    // Skips the pauses between retries, which would take hours, and ends the leases of a killed server.
    await database.pool.query(
      `UPDATE webhook_deliveries SET next_at = least(next_at, last_at + 12) WHERE state = 'pending' AND last_at IS NOT NULL`,
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await server.kill()
  const seconds = (performance.now() - from) / 1000
  const first = new Map<number, number>()
  let outOfOrder = 0
  const latest = new Map<string, number>()
  for (const [place, { id: event, record }] of arrived.entries()) {
    if (first.has(event)) continue
    first.set(event, place)
    if (event < (latest.get(record) ?? 0)) outOfOrder += 1
    latest.set(record, event)
  }
  const again = arrived.length - first.size
  say(
    `webhooks: ${events} events of ${events / 10} records, ${kills} kills: ${first.size} arrived (${again} again), ${outOfOrder} out of order, ${bad} bad signatures; ${tries} tries, ${failed} failed by the receiver; ${seconds.toFixed(0)} s; ${load()}`,
  )
  await database.close()
  receiver.close()
}

try {
  const [first = 0, second = 0] = sizes.map(Number)
  if (what === 'import') await measureImport(first || 100_000, second || 1_000_000)
  else if (what === 'ingest') await measureIngest(first || 100_000)
  else if (what === 'webhooks') await measureWebhooks(first || 10_000)
  else throw new Error('Say what: import, ingest or webhooks.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
