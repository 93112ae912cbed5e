import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import type { LiveActivity, LiveChanges } from '../../src/contract/live.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { copyDatabase, directAddress } from '../support/database.ts'
import { openStream } from '../support/live.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, openBrowser, signIn, type TestStaff } from '../support/sign-in.ts'

/** Only PostgreSQL has several servers, and transactions that end in a different order than they began. */
describe('live updates across several servers', () => {
  let copy: Awaited<ReturnType<typeof copyDatabase>>
  let databases: Database[]
  let [here, there]: TestApp[] = []
  let sam: Browser & { staff: TestStaff }
  let kim: Browser & { staff: TestStaff }

  const servers = () => {
    if (!here || !there) throw new Error('the servers run within tests only')
    return { here, there }
  }
  /** The same session at the other server. */
  const at = (server: TestApp, { cookies }: Browser): Browser => {
    const browser = openBrowser(server)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    return browser
  }

  beforeAll(async () => {
    copy = await copyDatabase()
    databases = [await openDatabase(copy.settings, silentLog), await openDatabase(copy.settings, silentLog)]
    ;[here, there] = await Promise.all(databases.map((database) => buildTestApp(database)))
    await insertCustomers(databases[0] as Database, [{}, {}, {}])
  })
  beforeEach(async () => {
    sam = await signIn(servers().here, { rol: 2 })
    kim = await signIn(servers().there, { rol: 2 })
  })
  afterAll(async () => {
    await Promise.all([here?.app.close(), there?.app.close()])
    await Promise.all(databases.map((database) => database.close()))
    await copy.remove()
  })

  const pool = () => (databases[0] as Database).pool
  const listeners = async () =>
    (await pool().query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`)).rowCount
  const isListening = async () => {
    await expect.poll(listeners).toBeGreaterThan(0)
  }

  test('a change on one server reaches the other within a second [1.7 live servers]', async () => {
    const stream = await openStream(servers().there, kim)
    await isListening()
    for (let round = 0; round < 5; round += 1) {
      const from = performance.now()
      const { auditId } = (await sam.send('PATCH', '/customers/2/ban', { banned: round % 2 === 0 })).json<{ auditId: number }>()
      await stream.change({ type: 'customer', id: 2, auditId })
      expect(performance.now() - from).toBeLessThan(1_000)
    }
    stream.close()
  })

  test('presence and activity on one server reach the other within a second [1.7 live servers]', async () => {
    const put = (person: Browser, activity: LiveActivity) =>
      person.send('PUT', '/live/presence', { tab: 'tab-0001', record: { type: 'customer', id: 2 }, activity })
    await Promise.all([put(sam, 'viewing'), put(kim, 'viewing')])
    const [atSam, atKim] = [await openStream(servers().here, sam), await openStream(servers().there, kim)]
    await isListening()
    // Several times, as the other server also looks by itself every two seconds.
    for (const [person, stream] of [
      [sam, atKim],
      [kim, atSam],
    ] as const)
      for (const activity of ['editing', 'writing-note', 'refunding', 'viewing'] as const) {
        const from = performance.now()
        await put(person, activity)
        await stream.until(() =>
          stream
            .all('presence')
            .at(-1)
            ?.people.some((one) => one.id === person.staff.id && one.activity === activity),
        )
        expect(performance.now() - from).toBeLessThan(1_000)
      }
    for (const stream of [atSam, atKim]) stream.close()
  })

  test('sign-out or a role change on one server ends streams on the other', async () => {
    const [one, two] = [await openStream(servers().there, kim), await openStream(servers().there, at(servers().there, sam))]
    await isListening()
    await at(servers().here, kim).get('/auth/logout')
    expect(await one.end()).toEqual([{ reason: 'session' }])
    const boss = await signIn(servers().here, { rol: 1 })
    await boss.send('PATCH', `/users/${sam.staff.id}`, { rol: 1 })
    expect(await two.end()).toHaveLength(1)
  })

  test('reports a transaction that began first but committed last, to streams and when polled', async () => {
    const stream = await openStream(servers().there, kim)
    const slow = new pg.Client({ connectionString: directAddress(copy.settings) })
    await slow.connect()
    await slow.query('BEGIN')
    await slow.query(`UPDATE customers SET last_name = 'Slow' WHERE id = 1`)
    await pool().query(`UPDATE customers SET last_name = 'Quick' WHERE id = 2`)
    await sam.send('PATCH', '/customers/3/ban', { banned: true })
    await stream.change({ type: 'customer', id: 3 })
    const { position } = stream
    const asked = (await kim.get('/live/changes')).json<LiveChanges>()
    await slow.query('COMMIT')
    await slow.end()
    await stream.change({ type: 'customer', id: 1 })
    expect(stream.changes().filter(({ id, type }) => type === 'customer' && id === 2)).toHaveLength(1)
    for (const after of [position, asked.position]) {
      const { changes, behind } = (await kim.get(`/live/changes?after=${after}`)).json<LiveChanges>()
      expect([behind, changes.map(({ type, id }) => [type, id])]).toEqual([false, [['customer', 1]]])
    }
    stream.close()
  })

  test('misses none of a thousand changes while the listening connection is cut ten times', async () => {
    await insertCustomers(
      databases[0] as Database,
      Array.from({ length: 1_000 }, (_, index) => ({ id: 5_000 + index })),
    )
    const stream = await openStream(servers().there, kim)
    await isListening()
    let cuts = 0
    for (let done = 0; done < 1_000; done += 1) {
      await pool().query(`UPDATE customers SET last_name = 'Changed' WHERE id = $1`, [5_000 + done])
      if (done % 10 === 0) await sam.send('PATCH', '/customers/2/ban', { banned: done % 20 === 0 })
      if (done % 100 === 50) {
        await isListening()
        const { rows } = await pool().query<{ cut: boolean }>(`
          SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
        cuts += rows.filter(({ cut }) => cut).length
      }
    }
    expect(cuts).toBeGreaterThanOrEqual(10)
    const told = () => stream.changes().filter(({ type, id }) => type === 'customer' && id !== null && id >= 5_000)
    await stream.until(() => told().length >= 1_000)
    expect(told().map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, index) => 5_000 + index))
    stream.close()
  }, 60_000)

  test('concurrent writers to the same records never block each other on the log', async () => {
    const [one, two] = [1, 2].map(() => new pg.Client({ connectionString: directAddress(copy.settings) })) as [pg.Client, pg.Client]
    await Promise.all([one.connect(), two.connect()])
    await two.query(`SET lock_timeout = '100ms'`)
    await one.query('BEGIN')
    await one.query(`INSERT INTO events (event, user_id, date) SELECT 'login', 1, n FROM generate_series(1, 60) n`)
    await two.query(`INSERT INTO events (event, user_id, date) SELECT 'login', 1, n FROM generate_series(1, 60) n`)
    await one.query('COMMIT')
    const { rowCount } = await two.query('SELECT FROM events')
    expect(rowCount).toBe(120)
    await Promise.all([one.end(), two.end()])
  })
})
