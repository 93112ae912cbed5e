import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { qrMedia } from '../../server/db/schema/qrs.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import { EmbeddedStorage } from '../../server/outside/storage/embedded.ts'
import { type Storage, StorageError } from '../../server/outside/storage/port.ts'
import { silentLog } from '../../server/process/log.ts'
import { resumeDeletions } from '../../server/resources/media/delete.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase, type TestDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

/** A store with real files that refuses or crashes on some keys. */
class FaultyStorage implements Storage {
  readonly refused = new Set<string>()
  constructor(private readonly files: Storage) {}
  put = (key: string, content: Buffer, type: string) => this.files.put(key, content, type)
  get = (key: string) => this.files.get(key)
  async delete(key: string) {
    if (this.refused.has(key)) throw new StorageError('refused')
    await this.files.delete(key)
  }
}

const markup = '<img src=x onerror=alert(1)>'

describeDatabase('media of a QR', (engine) => {
  const database: TestDatabase = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }
  let storage: FaultyStorage

  beforeAll(async () => {
    storage = new FaultyStorage(new EmbeddedStorage(`${database.settings.dataDir}/files`))
    server = await buildTestApp(database.current, {}, { storage })
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    for (const table of [auditLog, customers, staff]) await database.current.orm.delete(table)
    storage.refused.clear()
    browser = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [{}])
    await insertQrs(database.current, [{ type: 'images' }, { type: 'text' }, { type: 'menu' }])
    const file = (qrId: number, key: string, type: string) => ({
      qrId,
      key,
      type,
      url: `https://media.example/${qrId}`,
      src: '/x',
      storageKey: `qrs/${qrId}/${key}`,
    })
    const rows = [
      file(1, 'image-1', 'image'),
      file(1, '../../etc/passwd', 'media'),
      file(1, markup, 'unheard-of'),
      file(3, 'image-1', 'image'),
    ]
    await database.current.orm.insert(qrMedia).values(rows)
    for (const { storageKey } of rows) await storage.put(storageKey, Buffer.from(storageKey), 'image/png')
  })

  const keys = async (id = 1) => {
    const reply = await browser.get(`/qrs/media/${id}`)
    return Object.keys(reply.json<{ files: Record<string, unknown> }>().files).sort()
  }
  const remove = (key: unknown, id = 1) => browser.send('PATCH', `/qrs/media/${id}`, { key, value: null })
  const removeAll = (id = 1) => browser.send('DELETE', `/qrs/media/${id}`)
  const isStored = async (storageKey: string) => {
    const stream = await storage.get(storageKey)
    stream?.destroy()
    return stream !== null
  }
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const rows = () => database.current.orm.select().from(qrMedia)
  const all = ['../../etc/passwd', markup, 'image-1']

  test('is a map by any key, empty if there is no media, and 404 for an unknown QR [2.3 media] [2.7 get media]', async () => {
    expect((await browser.get('/qrs/media/1')).json()).toEqual({
      files: {
        '../../etc/passwd': { type: 'media', url: 'https://media.example/1', src: '/x' },
        [markup]: { type: 'other', url: 'https://media.example/1', src: '/x' },
        'image-1': { type: 'image', url: 'https://media.example/1', src: '/x' },
      },
    })
    expect((await browser.get('/qrs/media/2')).json()).toEqual({ files: {} })
    expect((await browser.get('/qrs/media/99')).statusCode).toBe(404)
  })

  test.each(all)('deletes the row and bytes of one file only: %s [2.4 qr actions] [2.7 delete file]', async (key) => {
    expect((await remove(key)).json()).toEqual({ success: true, undoable: false })
    expect(await keys()).toEqual(all.filter((other) => other !== key))
    expect(await isStored(`qrs/1/${key}`)).toBe(false)
    expect(await isStored('qrs/3/image-1')).toBe(true)
    expect(await audited()).toMatchObject([
      {
        action: 'qr.delete-file',
        targetType: 'qr',
        targetId: 1,
        actorId: browser.staff.id,
        before: { file: key, url: 'https://media.example/1' },
        after: { file: null, url: null },
        reversible: false,
      },
    ])
  })

  test('an unknown key is a 404; an invalid key or value is a 400 [R44 delete one]', async () => {
    for (const key of ['image-2', 'IMAGE-1', 'image-1/', '__proto__'])
      expect((await remove(key)).json()).toMatchObject({ statusCode: 404, message: 'The QR code has no such file.' })
    expect((await remove('image-1', 99)).statusCode).toBe(404)
    // The database cannot store these texts.
    for (const key of ['a\u0000b', '\ud83d'])
      expect((await remove(key)).json()).toMatchObject({ statusCode: 400, message: 'The text contains characters that cannot be stored.' })
    expect((await remove('')).statusCode).toBe(400)
    expect((await remove(7)).statusCode).toBe(400)
    expect((await browser.send('PATCH', '/qrs/media/1', { key: 'image-1', value: 'x' })).statusCode).toBe(400)
    expect(await keys()).toEqual(all)
    expect(await audited()).toEqual([])
  })

  test('keeps a file the store fails to delete, and deletes it on retry', async () => {
    storage.refused.add('qrs/1/image-1')
    expect((await remove('image-1')).json()).toMatchObject({ statusCode: 502, error: 'bad_gateway' })
    expect(await keys()).toEqual(all)
    expect(await audited()).toEqual([])
    storage.refused.clear()
    expect((await remove('image-1')).statusCode).toBe(200)
  })

  test('deletes all files, and accepts a QR without any [2.7 delete media]', async () => {
    expect((await removeAll()).json()).toEqual({ success: true, undoable: false, partialDelete: false })
    expect(await keys()).toEqual([])
    expect(await keys(3)).toEqual(['image-1'])
    expect(await audited()).toHaveLength(3)
    expect((await removeAll(2)).json()).toMatchObject({ partialDelete: false })
    expect((await removeAll(99)).statusCode).toBe(404)
  })

  test('deleting all keeps files that fail, and the response says so [R44 partial delete]', async () => {
    storage.refused.add(`qrs/1/${markup}`)
    expect((await removeAll()).json()).toEqual({ success: true, undoable: false, partialDelete: true })
    expect(await keys()).toEqual([markup])
    expect((await removeAll()).json()).toMatchObject({ partialDelete: true })
    storage.refused.clear()
    expect((await removeAll()).json()).toMatchObject({ partialDelete: false })
    expect(await keys()).toEqual([])
    expect(await audited()).toHaveLength(3)
  })

  test('concurrent deletions of the same file delete and audit it once', async () => {
    const replies = await Promise.all([remove('image-1'), remove('image-1'), removeAll(), removeAll()])
    expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 404)).toBe(true)
    expect(await keys()).toEqual([])
    expect(await audited()).toHaveLength(3)
  })

  // The state after a crash: a file marked for deletion, with its bytes still there or already gone.
  const crashed = async (by: { id: number; email: string }) => {
    const deletion = { staff: by, ip: '10.0.0.1', at: server.clock.now() }
    await database.current.orm.update(qrMedia).set({ deletion }).where(eq(qrMedia.qrId, 1))
    await storage.delete('qrs/1/image-1')
  }

  test('a deletion cut short by a crash is hidden, and finished after a minute under the original user', async () => {
    await crashed(browser.staff)
    expect(await keys()).toEqual([])
    expect(await resumeDeletions(server.context, silentLog)).toBe(0)
    server.clock.advance(60)
    storage.refused.add(`qrs/1/${markup}`)
    expect(await resumeDeletions(server.context, silentLog)).toBe(2)
    expect((await rows()).map(({ qrId, key }) => `${qrId} ${key}`).sort()).toEqual([`1 ${markup}`, '3 image-1'])
    storage.refused.clear()
    expect(await resumeDeletions(server.context, silentLog)).toBe(1)
    expect(await resumeDeletions(server.context, silentLog)).toBe(0)
    expect((await audited()).map(({ actorId, actorEmail, ip }) => [actorId, actorEmail, ip])).toEqual(
      Array.from({ length: 3 }, () => [browser.staff.id, browser.staff.email, '10.0.0.1']),
    )
  })

  test('audits a user whose account was deleted since by e-mail address', async () => {
    await crashed({ id: 999_999, email: 'gone@example.com' })
    server.clock.advance(60)
    expect(await resumeDeletions(server.context, silentLog)).toBe(3)
    expect((await audited())[0]).toMatchObject({ actorId: null, actorEmail: 'gone@example.com' })
  })
})
