import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { blacklistedDomains, webrisk, whitelistedDomains } from '../../server/db/schema/security.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import type { WebRisk, WebRiskCheck } from '../../server/outside/web-risk/port.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { WebriskRow } from '../../src/contract/webrisk.ts'
import { buildTestApp, type TestApp } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers, insertQrs, insertWebrisk } from './rows.ts'
import { type Browser, signIn, type TestStaff } from './sign-in.ts'

/** A server with six web-risk entries of four QR codes, anew for each test, and a browser of role 1. Call it in a `describe`. */
export function useWebRisk(engine: Engine) {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }
  /** Web Risk's answer; the function may act while the check is pending. */
  let answer: (url: string) => Promise<WebRiskCheck>

  beforeAll(async () => {
    const webRisk: WebRisk = { name: 'google', check: (url) => answer(url) }
    server = await buildTestApp(database.current, {}, { webRisk })
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    const { orm } = database.current
    for (const table of [auditLog, webrisk, blacklistedDomains, whitelistedDomains, customers, staff]) await orm.delete(table)
    browser = await signIn(server, { rol: 1 })
    answer = () => Promise.reject(new Error('nobody was to ask'))
    await insertCustomers(database.current, [{}, {}])
    await insertQrs(database.current, [{ name: 'One' }, { status: 2 }, { status: 0 }, { stopped: 1 }])
    await insertWebrisk(database.current, [
      { url: 'https://EVIL.example/a_b', email: 'Ana@cafesol.es', visits: 0, score: 40, qrId: 1, userId: 1, whoisDate: 1000 },
      { url: 'javascript:alert(1)', status: 0, visits: null, score: 7, qrId: 2, userId: 2, whoisDate: 3000 },
      { url: 'https://evil.example/100%', status: 1, visits: null, score: null, qrId: 3, userId: 1 },
      { status: 3, visits: 90, score: null, qrId: 4 },
      { status: 2, visits: 90, score: 1, qrId: 1 },
      { status: 2, visits: null, score: 0 },
    ])
  })

  const list = async (query: Record<string, string> = {}) => {
    const reply = await browser.get(`/webrisk?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: WebriskRow[]; pagination: Pagination }>()
  }
  const statuses = async () => (await database.current.orm.select().from(webrisk).orderBy(asc(webrisk.id))).map(({ status }) => status)
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const patch = (id: number, body: object) => browser.send('PATCH', `/webrisk/${id}/status`, body)

  return {
    database,
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    get answer() {
      return answer
    },
    set answer(next) {
      answer = next
    },
    list,
    statuses,
    audited,
    patch,
  }
}
