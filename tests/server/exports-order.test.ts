import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../../demo/data/fill.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { silentLog } from '../../server/process/log.ts'
import { listExports } from '../../server/resources/exports/lists.ts'
import { type ExportedList, exportedLists, exportRowsHeader, selectedLists } from '../../src/contract/exports.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { idsIn, read } from '../support/exported.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

/** Every sort of every list, and filters that match some of the made-up rows. */
const options: Record<ExportedList, { sorts: string[]; filters: string[] }> = {
  customers: {
    sorts: ['id', 'fullName', 'country', 'email', 'createdAt', 'totalRevenue'],
    filters: [
      'country=es',
      'status=active',
      'searchTerm=an&exactSearch=false',
      'trialPlan=true',
      `to=${testStart - 90 * 86_400}`,
      `canceledFrom=${testStart - 400 * 86_400}`,
      `trialEndsFrom=${testStart}`,
      'revenueTo=0',
      'paymentMethod=card&planName=pro',
      'cardState=expired',
      'cardBrand=visa&sort=totalRevenue',
    ],
  },
  referred: { sorts: ['id'], filters: ['isReferred=true', 'isReferred=true&country=es'] },
  notes: { sorts: ['createdAt', 'id'], filters: [] },
  feedback: { sorts: ['createdAt', 'reasonType', 'id'], filters: [] },
  'customer-domains': { sorts: ['id', 'hostname', 'status', 'certificate', 'createdAt'], filters: ['status=active', 'searchTerm=qr.'] },
  payments: {
    sorts: ['id', 'createdAt', 'finalAmount'],
    filters: [
      'refunded=FULLY',
      'stripePaymentIntentStatus=succeeded',
      `from=${testStart - 60 * 86_400}&to=${testStart}`,
      'refunded=ANY',
      `refundedFrom=${testStart - 400 * 86_400}&sort=createdAt`,
      `createdFrom=${testStart - 30 * 86_400}&stripePaymentIntentStatus=requires_payment_method`,
      'amount=1995&currency=eur',
      'amountFrom=1000&amountTo=1995',
    ],
  },
  invoices: {
    sorts: ['id', 'createdAt'],
    filters: ['month=5&year=2026', 'year=2025', `user=1&from=${testStart - 200 * 86_400}`, 'amountFrom=1000&currency=eur'],
  },
  qrs: {
    sorts: ['createdAt', 'updatedAt', 'scans', 'visits', 'virus', 'id'],
    filters: ['type=url', 'searchTerm=menu&searchMode=name', 'scansFrom=5'],
  },
  'blocked-qrs': { sorts: ['createdAt', 'updatedAt', 'id'], filters: [] },
  'infected-qrs': { sorts: ['id', 'uri', 'vendors'], filters: [] },
  'qr-stats': { sorts: ['count', 'id'], filters: ['type=url', `from=${testStart - 200 * 86_400}`] },
  'uri-history': { sorts: ['updatedAt', 'id'], filters: [] },
  'api-calls': { sorts: ['createdAt', 'id'], filters: ['method=GET', 'statusCode=200&method=POST'] },
  webrisk: { sorts: ['createdAt', 'visitsScore', 'whoisDate', 'id'], filters: ['status=2', 'searchTerm=http'] },
  'webrisk-log': { sorts: ['createdAt', 'id'], filters: [] },
  abuse: { sorts: ['createdAt', 'id'], filters: ['status=0', 'searchTerm=http'] },
  'blacklisted-domains': { sorts: ['createdAt', 'domain', 'id'], filters: ['searchTerm=a'] },
  'whitelisted-domains': { sorts: ['createdAt', 'domain', 'id'], filters: ['searchTerm=a'] },
  audit: { sorts: ['at'], filters: ['action=list.export', 'actor=example.com', 'targetType=staff'] },
}

const requests = exportedLists.flatMap((list) => {
  const sorted = options[list].sorts.flatMap((sort) => [`sort=${sort}&sortDirection=asc`, `sort=${sort}&sortDirection=desc`])
  return ['', ...sorted, ...options[list].filters].map((query) => [list, query] as const)
})

describeDatabase('exports of made-up data', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser

  beforeAll(async () => {
    server = await buildTestApp(database.current)
    await fillDemo(database.current, { customers: 60, now: testStart, config: { secretKey: Buffer.alloc(32, 7) }, log: silentLog })
    browser = await signIn(server)
  })
  afterAll(() => server.app.close())

  /** All rows the list itself shows, page by page. */
  async function shown(path: string, query: string): Promise<number[]> {
    const ids: number[] = []
    for (let page = 1; ; page++) {
      const reply = await browser.get(`${path}?${query}&perPage=150&page=${page}`)
      const { rows, pagination } = reply.json<{ rows: { id?: number; userId?: number }[]; pagination: { has_next_page: boolean } }>()
      ids.push(...rows.map(({ id, userId }) => id ?? userId ?? 0))
      if (!pagination.has_next_page) return ids
    }
  }

  test.each(selectedLists)('exports the selected rows of %s that exist, in list order [1.7 exports of selected]', async (list) => {
    const all = idsIn((await browser.get(`/exports/${list}?sort=id&sortDirection=asc`)).body)
    const ids = [...all.slice(0, 3).toReversed(), 2_000_000_000]
    const reply = await browser.send('POST', `/exports/${list}?sort=id&sortDirection=asc`, { ids })
    expect([reply.statusCode, idsIn(reply.body)]).toEqual([200, all.slice(0, 3)])
    expect(all.length).toBeGreaterThan(3)
    expect(reply.headers[exportRowsHeader]).toBe('3')
    expect((await browser.send('POST', `/exports/${list}`, { ids: [] })).statusCode).toBe(400)
    const employee = await signIn(server, { rol: 2 })
    expect((await employee.send('POST', `/exports/${list}`, { ids })).statusCode).toBe(403)
    const [audited] = await database.current.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'list.export'))
      .orderBy(desc(auditLog.id))
      .limit(1)
    expect(audited?.after).toMatchObject({ list, rows: 3, selected: 4 })
  })

  test.each(requests)('%s?%s exports all rows of the list in its sort order [1.7 exports]', async (list, query) => {
    const ids = await shown(listExports[list].endpoint.path, query)
    expect(ids.length).toBeGreaterThan(0)
    // An export ignores paging.
    const reply = await browser.get(`/exports/${list}?${query}&page=2&perPage=10`)
    expect([reply.statusCode, reply.headers['x-total-count']]).toEqual([200, String(ids.length)])
    expect(idsIn(reply.body)).toEqual(ids)
    for (const row of read(reply.body)) expect(Object.values(row).join()).not.toMatch(/undefined|\[object|NaN/)
  })
})
