import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { invoiceReuploads, invoices, retiredFiles } from '../../../server/db/schema/payments.ts'
import { auditLog } from '../../../server/db/schema/staff.ts'
import { silentLog } from '../../../server/process/log.ts'
import { fileKey, InvoiceFiles } from '../../../server/resources/invoices/files.ts'
import { findInvoice } from '../../../server/resources/invoices/records.ts'
import { retireFiles } from '../../../server/resources/invoices/reupload.ts'
import { describeDatabase } from '../../support/database.ts'
import { insertCustomers, insertInvoices } from '../../support/rows.ts'
import { useServer } from '../../support/server.ts'
import { MemoryStorage } from './memory-storage.ts'
import { readPdf } from './pdf-text.ts'

const place = {
  country: 'bt',
  companyName: null,
  vatNumber: null,
  taxId: null,
  street: 'Norzin Lam 1',
  zip: '11001',
  city: 'Thimphu',
  email: 'a@example.com',
}

describeDatabase('files of invoices', (engine) => {
  const storage = new MemoryStorage()
  const { database, server, browser } = useServer(engine, { rol: 2, emptied: true, adapters: { storage } })

  // Only once, because the thread that draws invoices takes a second to start.
  beforeEach(async () => {
    storage.reset()
    await insertCustomers(database.current, [{}, {}])
    await insertInvoices(database.current, [{ number: '2026-000001' }, { number: '2026-000002', userId: 2 }])
  })

  const orm = () => database.current.orm
  const read = (link: string) => browser.get(`/invoices/files/${link}`)
  const reupload = (link: string) => browser.send('DELETE', `/invoices/files/${link}`)
  const invoice = async (id = 1) => (await orm().select().from(invoices).where(eq(invoices.id, id)))[0]

  test('serves a PDF inline, named after its invoice [2.7 invoice pdf]', async () => {
    const reply = await read('file-1')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="2026-000001_1.pdf"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(reply.headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    const { pages } = await readPdf(reply.rawPayload)
    expect(pages[0]).toContain('2026-000001')
    expect(pages[0]).toContain('12,10 €')
  })

  test('a name in a script that no font has is spelled in Latin letters, and the log names invoice and script', async () => {
    const billing = { accountType: 'private' as const, firstname: 'མཁྱེན', lastname: 'བཀྲ', ...place }
    await insertInvoices(database.current, [{ id: 3, number: '2026-000003', billing }])
    const found = await findInvoice(orm(), 'file-3')
    if (found === null) throw new Error('the invoice is there')
    const warned: unknown[] = []
    const files = new InvoiceFiles(server.context)
    const pdf = await files.read(found, { log: { ...silentLog, warn: (...of: unknown[]) => void warned.push(of) }, isUrgent: true })
    await files.close()
    expect((await readPdf(pdf)).pages[0]).toContain('mkhyen bkr')
    expect(warned).toEqual([[{ invoiceId: 3, scripts: ['Tibetan'] }, expect.stringContaining('spelled in Latin letters')]])
  })

  test('creates a file once for parallel requests and stores it', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => read('file-1')))
    expect(new Set(replies.map(({ rawPayload }) => rawPayload.toString('hex'))).size).toBe(1)
    expect(storage.puts).toEqual([fileKey('file-1')])
    expect((await read('file-1')).rawPayload).toEqual(storage.files.get(fileKey('file-1')))
    expect(storage.puts).toHaveLength(1)
  })

  test('recreates a file missing from storage', async () => {
    const first = await read('file-1')
    storage.files.clear()
    const second = await read('file-1')
    expect(second.rawPayload).toEqual(first.rawPayload)
    expect(storage.puts).toHaveLength(2)
  })

  test.each(['nowhere', randomUUID(), 'a.b', 'x'.repeat(101), '..%2Ffile-1', '%00'])(
    'returns 404 for %s and stores nothing',
    async (link) => {
      const reply = await read(link)
      expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([404, 'not_found'])
      expect(storage.puts).toEqual([])
    },
  )

  test('responds with 502 if storage cannot be read, but still serves a file it cannot store', async () => {
    storage.fails = { get: true }
    expect((await read('file-1')).json()).toMatchObject({ statusCode: 502, error: 'bad_gateway' })
    storage.fails = { put: true }
    expect((await read('file-1')).statusCode).toBe(200)
    expect(storage.files.size).toBe(0)
  })

  describe('reupload', () => {
    // [2.2 reupload] [2.7 reupload] [R49 new file]
    test('replaces the file and keeps number, date and contents', async () => {
      const before = await invoice()
      const old = await read('file-1')
      const reply = await reupload('file-1')
      expect(reply.statusCode).toBe(200)
      const { fileId } = reply.json<{ fileId: string }>()
      expect(await invoice()).toEqual({ ...before, link: fileId })
      expect([...storage.files.keys()]).toEqual([fileKey(fileId)])
      expect((await read(fileId)).rawPayload).toEqual(old.rawPayload)
      expect((await read('file-1')).statusCode).toBe(404)
      expect((await reupload('file-1')).statusCode).toBe(404)
      expect(await orm().select().from(retiredFiles)).toEqual([])
      expect(await orm().select().from(invoiceReuploads)).toEqual([])
      expect(await orm().select().from(auditLog)).toMatchObject([
        { action: 'invoice.reupload', targetType: 'invoice', targetId: 1, before: { link: 'file-1' }, after: { link: fileId } },
      ])
    })

    test('only one of two parallel reuploads succeeds; another invoice does not wait [R49 one at a time]', async () => {
      const { arrived, release } = storage.holdPut()
      const first = reupload('file-1')
      await arrived
      const [second, other] = await Promise.all([reupload('file-1'), reupload('file-2')])
      expect([second.statusCode, second.json()]).toMatchObject([409, { error: 'conflict' }])
      expect(other.statusCode).toBe(200)
      release()
      expect((await first).statusCode).toBe(200)
      expect(storage.files.size).toBe(2)
    })

    test('changes nothing if storage fails', async () => {
      await read('file-1')
      storage.fails = { put: true }
      expect((await reupload('file-1')).json()).toMatchObject({ statusCode: 502, error: 'bad_gateway' })
      expect((await invoice())?.link).toBe('file-1')
      storage.fails = {}
      expect((await read('file-1')).statusCode).toBe(200)
      expect((await reupload('file-1')).statusCode).toBe(200)
    })

    test('deletes an old file later if deletion failed [R49 new file]', async () => {
      await read('file-1')
      storage.fails = { delete: true }
      expect((await reupload('file-1')).statusCode).toBe(200)
      expect(storage.files.has(fileKey('file-1'))).toBe(true)
      expect(await retireFiles(server.context, silentLog)).toBe(0)
      storage.fails = {}
      expect(await retireFiles(server.context, silentLog)).toBe(1)
      expect(storage.files.has(fileKey('file-1'))).toBe(false)
      expect(await orm().select().from(retiredFiles)).toEqual([])
    })

    test('abandons a reupload that crashed before the swap after two minutes and deletes its file', async () => {
      await orm().insert(invoiceReuploads).values({ invoiceId: 1, link: 'half-way', startedAt: server.clock.now() })
      await storage.put(fileKey('half-way'), Buffer.from('pdf'))
      expect((await reupload('file-1')).statusCode).toBe(409)
      server.clock.advance(119)
      expect(await retireFiles(server.context, silentLog)).toBe(0)
      server.clock.advance(1)
      expect(await retireFiles(server.context, silentLog)).toBe(1)
      expect([...storage.files.keys()]).toEqual([])
      expect((await reupload('file-1')).statusCode).toBe(200)
    })
  })
})
