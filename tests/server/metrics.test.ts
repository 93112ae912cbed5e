import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refunds } from '../../server/db/schema/payments.ts'
import { appState } from '../../server/db/schema/staff.ts'
import { serveMetrics } from '../../server/operate/metrics/listen.ts'
import type { Measures } from '../../server/operate/metrics/measures.ts'
import { silentLog } from '../../server/process/log.ts'
import { repeat } from '../../server/process/repeat.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'

describeEngines('metrics', (engine) => {
  const database = engine.use()
  let server: TestApp
  let measures: Measures

  beforeAll(async () => {
    server = await buildTestApp(database.current, {}, { isMeasured: true })
    if (server.measures === null) throw new Error('nothing is measured')
    measures = server.measures
    await database.empty()
  })
  afterAll(async () => {
    measures.close()
    await server.app.close()
  })

  /** The value of one line, such as `name{label="x"}`; undefined if there is none. */
  const valueOf = async (line: string) => {
    const found = (await measures.registry.metrics()).split('\n').find((one) => one.startsWith(`${line} `))
    return found === undefined ? undefined : Number(found.slice(line.length))
  }
  const requests = (labels: string) => valueOf(`quaydesk_request_duration_seconds_count{${labels}}`)

  test('count requests by endpoint and status, and refused sign-ins, without request contents', async () => {
    const browser = await signIn(server, { rol: 1 })
    await insertCustomers(database.current, [{}, {}])
    await browser.get('/customers/1')
    await browser.get('/customers/2')
    await browser.get('/customers/99')
    expect(await requests('method="GET",endpoint="/customers/{id}",status="200"')).toBe(2)
    expect(await requests('method="GET",endpoint="/customers/{id}",status="404"')).toBe(1)

    const login = { email: 'nobody@quaydesk.test', password: 'wrong1234' }
    const headers = { origin: 'http://localhost', host: 'localhost' }
    const refused = await server.app.inject({ method: 'POST', url: '/api/admin/auth/login', payload: login, headers })
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
    expect(await valueOf(`quaydesk_sign_in_refusals_total{endpoint="/auth/login",status="${refused.statusCode}"}`)).toBe(1)
    expect(await measures.registry.metrics()).not.toContain('nobody@')
  })

  test('report pending refunds by age and the age of the figures', async () => {
    const { orm } = database.current
    await insertPayments(database.current, [{}, {}])
    const pending = { amount: 100, finalAmount: 100, currency: 'eur', state: 'pending' }
    await orm.insert(refunds).values(
      [10, 7200].map((age, index) => ({
        ...pending,
        paymentId: index + 1,
        idempotencyKey: `key-${age}`,
        createdAt: testStart - age,
      })),
    )
    await orm
      .insert(appState)
      .values({ key: 'figures', value: testStart - 90 })
      .onConflictDoNothing()
    expect(await valueOf('quaydesk_refunds_pending{age="under a minute"}')).toBe(1)
    expect(await valueOf('quaydesk_refunds_pending{age="under an hour"}')).toBe(0)
    expect(await valueOf('quaydesk_refunds_pending{age="older"}')).toBe(1)
    expect(await valueOf('quaydesk_webhooks_pending')).toBe(0)
    expect(await valueOf('quaydesk_live_streams')).toBe(0)
    expect(await valueOf('quaydesk_database_up')).toBe(1)
    expect(await valueOf('quaydesk_figures_age_seconds')).toBe(90)
  })

  test('time job runs and record the last success', async () => {
    let fails = true
    const work = () => (fails ? Promise.reject(new Error('not now')) : Promise.resolve())
    await repeat(work, { job: 'proof', log: silentLog, fault: 'fails' })()
    fails = false
    const before = Date.now() / 1000
    await repeat(work, { job: 'proof', log: silentLog, fault: 'fails' })()
    expect(await valueOf('quaydesk_job_duration_seconds_count{job="proof",outcome="done"}')).toBe(1)
    expect(await valueOf('quaydesk_job_last_success_timestamp_seconds{job="proof"}')).toBeGreaterThanOrEqual(before - 1)
  })

  test('are the only thing served on their own port', async () => {
    const { port, stop } = await serveMetrics(measures, { host: '127.0.0.1' }, 0)
    try {
      const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
      expect(reply.headers.get('content-type')).toContain('text/plain')
      expect(await reply.text()).toContain('nodejs_eventloop_lag_p99_seconds')
      expect((await fetch(`http://127.0.0.1:${port}/api/admin/auth/me`)).status).toBe(404)
    } finally {
      await stop()
    }
  })
})

test('the dashboard and alerts use only metrics that the server exports', async () => {
  const source = readFileSync('server/operate/metrics/measures.ts', 'utf8')
  const told = new Set(source.match(/quaydesk_\w+/g))
  for (const file of ['docs/operations/grafana.json', 'docs/operations/alerts.yml']) {
    const asked = readFileSync(file, 'utf8').match(/quaydesk_[a-z_]+/g) ?? []
    expect(asked.length).toBeGreaterThan(5)
    expect(
      [...new Set(asked)].map((name) => name.replace(/_(bucket|count|sum)$/, '')).filter((name) => !told.has(name)),
      file,
    ).toEqual([])
  }
})
