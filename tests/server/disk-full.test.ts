import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { buildTestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'
import { smallDisk } from '../support/small-disk.ts'

const full = { statusCode: 507, error: 'disk_full', message: 'The disk is full: nothing can be stored until somebody makes room.' }

describeDatabase('a database that says its disk is full', (engine) => {
  const database = engine.use()

  test('rejects the change with 507 and accepts it once there is space', async () => {
    const { pool } = database.current
    const server = await buildTestApp(database.current)
    const browser = await signIn(server)
    await insertCustomers(database.current, [{}])
    await pool.query(
      `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE 'could not extend file "base/5/1"' USING ERRCODE = 'disk_full'; END $$`,
    )
    await pool.query('CREATE TRIGGER no_room BEFORE UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION no_room()')
    const refused = await browser.send('PATCH', '/customers/1/ban', { banned: true })
    expect([refused.statusCode, refused.json()]).toEqual([507, full])
    expect((await browser.get('/customers/1')).json()).toMatchObject({ banned: false })
    await pool.query('DROP TRIGGER no_room ON customers')
    expect((await browser.send('PATCH', '/customers/1/ban', { banned: true })).statusCode).toBe(200)
    await server.app.close()
  })

  test('is not ready while the disk is full', async () => {
    let hasRoom = false
    const server = await buildTestApp({ ...database.current, hasRoom: () => Promise.resolve(hasRoom) })
    const full = await server.app.inject('/readyz')
    expect([full.statusCode, full.json()]).toEqual([503, { status: 'the disk is full' }])
    expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    hasRoom = true
    expect((await server.app.inject('/readyz')).statusCode).toBe(200)
    await server.app.close()
  })
})

const disk = smallDisk(320)

// Only root may mount a disk to fill. The tests above cover a full disk on any machine.
test.runIf(disk !== null)(
  'an embedded database on a disk that is really full reports it and recovers by itself',
  async () => {
    if (disk === null) return
    onTestFinished(() => disk.remove())
    const dataDir = join(disk.path, 'data')
    cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
    const database = await openDatabase({ databaseUrl: null, dataDir }, silentLog)
    onTestFinished(() => database.close())
    const server = await buildTestApp(database)
    onTestFinished(() => server.app.close())
    const browser = await signIn(server)
    await insertCustomers(database, [{}])
    const ready = async () => {
      const reply = await server.app.inject('/readyz')
      return [reply.statusCode, reply.json<{ status: string }>().status]
    }
    expect(await ready()).toEqual([200, 'ready'])

    // Tables cannot grow: changes are refused, reads still work.
    disk.fill(0)
    let kept = 0
    await expect
      .poll(
        async () => {
          const reply = await browser.send('PATCH', '/customers/1/note', { text: `note ${kept + 1} ${'x'.repeat(900)}` })
          if (reply.statusCode === 200) kept += 1
          return reply.json<object>()
        },
        { interval: 0 },
      )
      .toEqual(full)
    expect(await ready()).toEqual([503, 'the disk is full'])
    expect((await browser.get('/customers')).statusCode).toBe(200)

    // Once the log cannot grow either, PGlite stops and does not restart.
    const fillLog = async () => {
      for (let megabyte = 0; megabyte < 100; megabyte += 1)
        await database.pool.query("SELECT pg_logical_emit_message(false, 'test', repeat('x', 1000000))")
    }
    await expect(fillLog()).rejects.toThrow('No space left on device')
    expect((await browser.get('/customers')).json()).toEqual(full)
    expect(await ready()).toEqual([503, 'the disk is full'])

    disk.clear()
    await expect.poll(ready).toEqual([200, 'ready'])
    const { note } = (await browser.get('/customers/1')).json<{ note: { text: string } | null }>()
    expect(note?.text ?? 'note 0').toContain(`note ${kept}`)
    expect((await browser.send('PATCH', '/customers/1/ban', { banned: true })).statusCode).toBe(200)
  },
  180_000,
)
