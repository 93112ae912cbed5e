import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { createEndpoint } from '../../server/product/outbox/endpoints.ts'
import { buildTestApp } from '../support/app.ts'
import { type Child, startChild } from '../support/child.ts'
import { copyDatabase, environmentOf } from '../support/database.ts'
import { openReceiver } from '../support/receiver.ts'
import { signIn } from '../support/sign-in.ts'

const events = 200
const records = 40

// Starts three servers, which is slow on a busy machine.
test('delivers each event, in order per record, despite a failing receiver and a server killed twice', {
  timeout: 240_000,
}, async () => {
  const { settings, remove } = await copyDatabase()
  const database = await openDatabase(settings, silentLog)
  const receiver = await openReceiver()
  onTestFinished(async () => {
    await receiver.close()
    await database.close()
    await remove()
  })
  const query = async <Row>(text: string) => (await database.patient.pool.query(text)).rows as Row[]
  const app = await buildTestApp(database)
  await signIn(app)
  const [staff] = await query<{ id: number; email: string }>('SELECT id, email FROM staff')
  const endpoint = await createEndpoint(app.context, { staff: staff!, ip: '' }, { url: `${receiver.url}/hook`, events: [] })
  await app.app.close()
  receiver.trust('/hook', endpoint.secret)
  // Three of ten calls fail; a failed call does not count as arrived.
  const arrived: { id: string; record: string }[] = []
  receiver.answers(({ id, record }, count) => {
    if (count % 10 === 3) return 'hangs up'
    if (count % 10 === 5 || count % 10 === 8) return { status: 500 }
    arrived.push({ id, record })
    return { status: 204 }
  })
  await query(`
    INSERT INTO outbox (event, record_type, record_id, audit_id, before, after, at)
      SELECT CASE n / ${records} % 2 WHEN 0 THEN 'customer.banned' ELSE 'customer.unbanned' END, 'customer', n % ${records}, n, '{}', '{}', 0
        FROM generate_series(1, ${events}) n;
    INSERT INTO webhook_deliveries (event_id, endpoint_id, record, next_at)
      SELECT id, ${endpoint.id}, 'customer:' || record_id, 0 FROM outbox ORDER BY id`)

  const start = () =>
    startChild('server/main', ['--api-only'], {
      PORT: '0',
      PUBLIC_SITE_PORT: '0',
      LOG_LEVEL: 'fatal',
      DEMO: 'off',
      SECRET_KEY: app.context.config.secretKey.toString('base64'),
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
      ...environmentOf(settings),
    })
  /** Waits until this many have arrived. Skips the pauses between retries; a try in progress keeps its lease of 60 s. */
  const until = (server: Child, count: number) =>
    server.until(async () => {
      await query(
        `UPDATE webhook_deliveries SET next_at = 0 WHERE state = 'pending' AND error IS NOT NULL AND next_at > 0 AND next_at <> last_at + 60`,
      )
      const [found] = await query<{ count: number }>(
        `SELECT count(*) FROM webhook_deliveries WHERE state = 'delivered' AND record LIKE 'customer:%'`,
      )
      return (found?.count ?? 0) >= count
    })
  for (const count of [events / 4, events / 2]) {
    const server = start()
    await until(server, count)
    server.process.kill('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')
    // As after the minute that another server waits before it takes over.
    await query(`UPDATE webhook_deliveries SET next_at = 0 WHERE state = 'pending'`)
  }
  await until(start(), events)

  expect(receiver.badSignatures).toEqual([])
  // Besides what was made here, the day's head of the audit trail is announced.
  const own = arrived.filter(({ record }) => record.startsWith('customer'))
  expect(new Set(own.map(({ id }) => id)).size).toBe(events)
  // In the order of each event's first arrival.
  const firsts = new Map<string, Set<string>>()
  for (const { id, record } of own) firsts.set(record, (firsts.get(record) ?? new Set()).add(id))
  for (const [record, ids] of firsts) {
    const numbers = [...ids].map((id) => Number(id.slice(4)))
    expect([record, numbers]).toEqual([record, numbers.toSorted((a, b) => a - b)])
  }
})
