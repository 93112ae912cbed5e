import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { openDatabase } from '../../../server/db/connect.ts'
import { silentLog } from '../../../server/process/log.ts'
import { createEndpoint } from '../../../server/product/outbox/endpoints.ts'
import { freePort } from '../../support/free-port.ts'
import { folder, fresh, load, random, say, secretKey, started, startServer } from './support.ts'

/**
 * Measures webhooks to a bad receiver, from a server that is killed ten times:
 *
 *     node --import tsx tests/bench/integration/webhooks.ts 10000
 */
const [events = 10_000] = process.argv.slice(2).map(Number)

async function measureWebhooks(): Promise<void> {
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

await measureWebhooks()
