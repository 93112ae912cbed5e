import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageError } from '../../../server/outside/storage/port.ts'
import { silentLog } from '../../../server/process/log.ts'
import { DocumentError } from '../../../server/resources/invoices/document/maker.ts'
import type { InvoiceRecord } from '../../../server/resources/invoices/records.ts'
import { entryName, zipInvoices } from '../../../server/resources/invoices/zip.ts'
import { startOfDay } from '../../../src/contract/dates.ts'
import { describeDatabase } from '../../support/database.ts'
import { insertCustomers, insertInvoices } from '../../support/rows.ts'
import { useServer } from '../../support/server.ts'
import { signIn } from '../../support/sign-in.ts'
import { MemoryStorage } from './memory-storage.ts'
import { readZip } from './read-zip.ts'

describeDatabase('GET /invoices/files/zip', (engine) => {
  const storage = new MemoryStorage()
  const { database, server, browser } = useServer(engine, { rol: 2, emptied: true, adapters: { storage } })

  // Only once, because the thread that draws invoices takes a second to start.
  beforeEach(async () => {
    storage.reset()
    await insertCustomers(database.current, [{}, {}])
    await insertInvoices(database.current, [
      { number: '2025-000001', createdAt: startOfDay('2025-03-01') },
      { number: '2025-000002', createdAt: startOfDay('2025-04-01') - 1, userId: 2 },
      { number: '2025-000003', createdAt: startOfDay('2025-04-01') },
      { number: '2026-000001', createdAt: startOfDay('2026-06-10') },
    ])
  })

  const zip = (query: string) => browser.get(`/invoices/files/zip${query}`)

  // [R3 open reports] [2.7 invoice zip] [2.9 zip name] [R3 role 1 alone]
  test.each([
    ['?month=3&year=2025', 'invoices-2025-03.zip', ['2025-000001_1.pdf', '2025-000002_2.pdf']],
    ['?year=2025', 'invoices-2025.zip', ['2025-000001_1.pdf', '2025-000002_2.pdf', '2025-000003_3.pdf']],
    ['', 'invoices-2026-06.zip', ['2026-000001_4.pdf']],
    ['?month=6', 'invoices-2026-06.zip', ['2026-000001_4.pdf']],
    ['?user=2&month=1&year=2026', 'invoices-customer-2.zip', ['2025-000002_2.pdf']],
  ])('%s', async (query, name, entries) => {
    const reply = await zip(query)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'x-total-count': String(entries.length),
    })
    const files = readZip(reply.rawPayload)
    expect([...files.keys()]).toEqual(entries)
    expect(files.get(entries[0] ?? '')).toEqual(storage.files.values().next().value)
  })

  // [R28 empty zip] [R28 zip not found]
  test.each(['?month=7&year=2025', '?user=99'])('%s matches nothing: 404 with a message', async (query) => {
    expect((await zip(query)).json()).toMatchObject({ statusCode: 404, error: 'not_found', message: 'There are no invoices to download.' })
  })

  test.each(['?month=13', '?year=2021', '?user=x'])('%s responds with 400', async (query) => {
    expect((await zip(query)).statusCode).toBe(400)
  })

  test('regenerates files missing from the store', async () => {
    const first = await zip('?year=2025')
    storage.files.clear()
    expect((await zip('?year=2025')).rawPayload).toEqual(first.rawPayload)
  })

  test('allows one download per user at a time; the next may start once it finishes or fails', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const get = vi.spyOn(storage, 'get').mockImplementation(async () => {
      await held
      return null
    })
    const first = zip('?year=2025')
    await expect.poll(() => get.mock.calls.length).toBeGreaterThan(0)
    const second = await zip('?user=2')
    expect([second.statusCode, second.json<{ message: string }>().message]).toEqual([
      409,
      'You have a zip of invoices under way already. Wait for its end, or cancel it.',
    ])
    const others = (await signIn(server)).get('/invoices/files/zip?year=2025')
    release()
    expect((await first).statusCode).toBe(200)
    expect((await others).statusCode).toBe(200)
    expect((await zip('?user=2')).statusCode).toBe(200)
    get.mockRejectedValue(new StorageError('the store fails'))
    expect((await zip('?year=2025')).statusCode).toBe(502)
    get.mockRestore()
    expect((await zip('?year=2025')).statusCode).toBe(200)
  })

  test('responds with 502 if the store fails at the start', async () => {
    storage.fails = { get: true }
    expect((await zip('?year=2025')).json()).toMatchObject({ statusCode: 502, error: 'bad_gateway' })
  })

  test('a failure midway breaks the connection, so a partial zip never looks complete', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const ask = () => fetch(`${address}/api/admin/invoices/files/zip?year=2025`, { headers: { cookie } })
    expect(readZip(Buffer.from(await (await ask()).arrayBuffer())).size).toBe(3)
    storage.failAfter = 2
    const broken = await ask()
    expect(broken.status).toBe(200)
    await expect(broken.arrayBuffer()).rejects.toThrow(TypeError)
  })
})

describe('the invoice zip', () => {
  const invoice = (id: number) => ({ id, number: `2026-${id}`, createdAt: 1_781_510_400, link: `l-${id}` }) as InvoiceRecord
  const collect = async (parts: AsyncIterable<Buffer>) => {
    const all: Buffer[] = []
    for await (const part of parts) all.push(part)
    return Buffer.concat(all)
  }

  test('entry names contain no path traversal', () => {
    expect(entryName({ number: '../../etc/passwd', id: 7 })).toBe('------etc-passwd_7.pdf')
    expect(entryName({ number: '..\\x', id: 7 })).toBe('---x_7.pdf')
    expect(entryName({ number: '', id: 7 })).toBe('_7.pdf')
  })

  test('lists an invoice that cannot be generated in missing.txt and includes the others', async () => {
    const read = async ({ id }: InvoiceRecord) => {
      if (id === 2) throw new DocumentError('no font')
      return Buffer.from(`pdf ${id}`)
    }
    const files = readZip(await collect(zipInvoices(Readable.from([invoice(1), invoice(2), invoice(3)]), { read }, silentLog)))
    expect([...files.keys()]).toEqual(['2026-1_1.pdf', '2026-3_3.pdf', 'missing.txt'])
    expect(files.get('missing.txt')?.toString()).toBe('These could not be made:\r\nInvoice 2026-2 (id 2)\r\n')
  })

  test('reads only a few files ahead and stops when the consumer stops', async () => {
    let asked = 0
    let ended = false
    async function* endless() {
      try {
        for (let id = 1; ; id += 1) yield invoice(id)
      } finally {
        ended = true
      }
    }
    const read = async () => {
      asked += 1
      return Buffer.alloc(1000, 'x')
    }
    const parts = zipInvoices(endless(), { read }, silentLog)
    for (let taken = 0; taken < 50; taken += 1) await parts.next()
    expect(asked).toBeLessThan(60)
    await parts.return(undefined)
    expect(ended).toBe(true)
    const before = asked
    expect((await parts.next()).done).toBe(true)
    expect(asked).toBe(before)
  })
})
