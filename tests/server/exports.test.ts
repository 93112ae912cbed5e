import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerNotes } from '../../server/db/schema/customer-records.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import { streamReply } from '../../server/http/downloads/stream-reply.ts'
import { apiBase } from '../../server/http/mount.ts'
import { endSessions } from '../../server/resources/auth/sessions.ts'
import { exportOf } from '../../server/resources/exports/list-export.ts'
import { listExports } from '../../server/resources/exports/lists.ts'
import { exportedLists, exportLimit } from '../../src/contract/exports.ts'
import { listFeedback } from '../../src/contract/notes.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { idsIn, read } from '../support/exported.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

/** The errors light-my-request reports for a reply that breaks off. */
const brokenOff = /aborted|destroyed|closed|has ended|Sign in|may not/

describeEngines('exports', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: { id: number } }

  beforeAll(async () => {
    server = await buildTestApp(database.current)
    browser = await signIn(server)
    await insertCustomers(
      database.current,
      Array.from({ length: 1201 }, (_, index) =>
        index === 1200 ? { firstName: '=cmd', lastName: '', companyName: 'Café, "Sol"\n', country: 'es', banned: true } : {},
      ),
    )
    await insertPayments(database.current, [
      { amount: 12_345, finalAmount: 12_345 },
      { userId: 2, currency: 'jpy', amount: 5_000, finalAmount: 3_050, amountRefunded: 1_000, finalAmountRefunded: 610 },
    ])
    await database.current.orm
      .insert(customerNotes)
      .values({ userId: 7, note: '- two\n- lines', authorName: 'Staff', createdAt: testStart, authorId: null, version: 1 })
  })
  afterAll(() => server.app.close())

  /** An export that streams no faster than it is read. */
  const open = async (by: Browser = browser) => by.inject({ method: 'GET', url: `${apiBase}/exports/customers`, payloadAsStream: true })
  async function textOf(parts: AsyncIterable<Buffer>): Promise<string> {
    const all: Buffer[] = []
    for await (const part of parts) all.push(part)
    return Buffer.concat(all).toString()
  }

  test('names the file by product, list and day, forbids caching and sniffing, and sends the row count', async () => {
    const reply = await browser.get('/exports/customers?country=es')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="Quaydesk-customers-2026-06-15.csv"') as string,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-total-count': '1',
    })
    expect(reply.headers['x-list-cut']).toBeUndefined()
    expect(reply.body.startsWith('\uFEFFId,Name,Company,')).toBe(true)
    expect(reply.body.split('\r\n')).toHaveLength(3)
    expect(read(reply.body)).toEqual([
      expect.objectContaining({
        Id: '1201',
        Name: "'=cmd",
        Company: 'Café, "Sol"',
        Country: 'ES',
        Created: '15-06-2026 10:00:00',
        Account: 'banned',
        Note: 'no',
      }),
    ])
  })

  test('writes amounts as numbers next to their currency, and each note on one line', async () => {
    const payments = read((await browser.get('/exports/payments?sort=id&sortDirection=asc')).body)
    expect(payments[0]).toMatchObject({ Currency: 'EUR', Amount: '123.45', 'Amount in EUR': '123.45', Refunded: '0', Confirmed: '' })
    expect(payments[1]).toMatchObject({ Currency: 'JPY', Amount: '5000', 'Amount in EUR': '30.5', 'Refunded in EUR': '6.1' })
    expect(read((await browser.get('/exports/notes')).body)).toEqual([
      expect.objectContaining({ 'Customer id': '7', Note: "'- two - lines", Author: 'Staff' }),
    ])
  })

  test('exports only a header if nothing matches', async () => {
    const reply = await browser.get('/exports/customers?country=fr')
    expect([reply.statusCode, reply.headers['x-total-count'], read(reply.body)]).toEqual([200, '0', []])
  })

  test('is audited with user, list, filters and row count [1.7 exports]', async () => {
    await browser.get('/exports/customers?country=ES&page=3&searchTerm=caf%C3%A9&exactSearch=false')
    const [entry] = await database.current.orm.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(entry).toMatchObject({
      actorId: browser.staff.id,
      action: 'list.export',
      targetType: 'staff',
      targetId: browser.staff.id,
      after: { list: 'customers', rows: 1, country: 'es', searchTerm: 'café', exactSearch: false, sort: 'id', sortDirection: 'desc' },
      reversible: false,
    })
  })

  test.each([
    ['/exports/customers?country=spain', 400, 'country'],
    ['/exports/payments?sort=nothing', 400, 'sort'],
    ['/exports/users', 404, undefined],
  ])('%s responds with %i', async (path, status, field) => {
    const before = await database.current.orm.$count(auditLog)
    const reply = await browser.get(path)
    expect([reply.statusCode, Object.keys(reply.json<{ details?: object }>().details ?? {})[0]]).toEqual([status, field])
    expect(await database.current.orm.$count(auditLog)).toBe(before)
  })

  test('is only for role 1, for every list [R3 role 1 alone]', async () => {
    const other = await signIn(server, { rol: 2 })
    for (const list of exportedLists) expect((await other.get(`/exports/${list}?owner=1&user=1`)).statusCode).toBe(403)
  })

  test('allows one export per user at a time; the next can start once it is downloaded', async () => {
    const first = await open()
    const second = await browser.get('/exports/notes')
    expect([second.statusCode, second.json<{ error: string }>().error]).toEqual([409, 'conflict'])
    expect((await (await signIn(server)).get('/exports/notes')).statusCode).toBe(200)
    expect(idsIn(await textOf(first.stream()))).toHaveLength(1201)
    await expect.poll(async () => (await browser.get('/exports/notes')).statusCode).toBe(200)
  })

  test('stops reading once the client is gone', async () => {
    let parts = 0
    const prepared = await listExports.customers.prepare(server.context, {})
    const stream = await streamReply(
      prepared.parts(() => {
        parts += 1
        return Promise.resolve()
      }, new Set()),
    )
    stream.destroy()
    await once(stream, 'close')
    // Of thirteen parts, only those of the first 500 rows and one already in progress are read.
    expect(parts).toBeLessThan(7)
  })

  test('frees the turn of a client that disconnects', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const leaving = request(`${address}${apiBase}/exports/customers`, { headers: { cookie } }).end()
    const [reply] = (await once(leaving, 'response')) as [IncomingMessage]
    expect(reply.statusCode).toBe(200)
    reply.destroy()
    await expect.poll(async () => (await browser.get('/exports/notes')).statusCode).toBe(200)
  })

  test('a stalled export is aborted after a minute to let the next one start', async () => {
    const left = await open()
    // It keeps streaming until the buffers are full.
    await expect
      .poll(async () => {
        server.clock.advance(61)
        return (await browser.get('/exports/notes')).statusCode
      })
      .toBe(200)
    await expect(textOf(left.stream())).rejects.toThrow(brokenOff)
  })

  test.each([
    ['whose session ends', (id: number) => database.current.orm.transaction((tx) => endSessions(tx, id))],
    ['who is no longer a full user', (id: number) => database.current.orm.update(staff).set({ rol: 2 }).where(eq(staff.id, id))],
  ])('aborts the download of a user %s midway [1.7 exports]', async (_who, end) => {
    const leaving = await signIn(server)
    const reply = await open(leaving)
    expect(reply.headers['x-total-count']).toBe('1201')
    await end(leaving.staff.id)
    server.clock.advance(1)
    await expect(textOf(reply.stream())).rejects.toThrow(brokenOff)
  })

  test('keeps a line for a row deleted meanwhile, so that the row count stays correct', async () => {
    await insertCustomers(database.current, [
      { id: 5000, country: 'pt' },
      { id: 5001, country: 'pt' },
    ])
    const { rows, parts } = await listExports.feedback.prepare(server.context, {})
    expect([rows, read(await textOfText(parts(() => Promise.resolve(), new Set())))]).toEqual([0, []])
    const prepared = await listExports.customers.prepare(server.context, { country: 'pt' })
    await database.current.orm.transaction((tx) => tx.execute(sql`delete from customers where id = 5001`))
    const lines = read(await textOfText(prepared.parts(() => Promise.resolve(), new Set())))
    expect([prepared.rows, lines.map(({ Id, 'E-mail': email }) => [Id, email])]).toEqual([
      2,
      [
        ['5001', ''],
        ['5000', 'customer5000@example.com'],
      ],
    ])
  })
})

async function textOfText(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

describe('a list at or over the export limit', () => {
  test.each([
    [exportLimit, false],
    [exportLimit + 1, true],
  ])('with %i rows: isCut is %s', async (length, isCut) => {
    const ids = Array.from({ length }, (_, index) => index + 1)
    const list = exportOf(
      listFeedback,
      (_context, _query, most) => Promise.resolve({ ids: ids.slice(0, most), read: () => Promise.resolve(new Map<number, string>()) }),
      { columns: [] },
    )
    const server = { database: null } as never
    expect(await list.prepare(server, {})).toMatchObject({ rows: exportLimit, isCut })
  })
})
