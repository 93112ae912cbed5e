import { asc, eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditedQrs, folders, qrs } from '../../server/db/schema/qrs.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertManyQrs, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

describeEngines('transfers', (engine) => {
  const { database, browser } = useServer(engine, { rol: 2, emptied: true })

  beforeEach(async () => {
    await insertCustomers(database.current, [
      { firstName: 'Ana', lastName: 'López' },
      { qrLimit: 3 },
      { deleted: true },
      { banned: true },
      {},
    ])
    await database.current.orm.insert(folders).values([
      { id: 1, name: 'A', createdAt: testStart, userId: 1 },
      { id: 2, name: 'B', createdAt: testStart, userId: 1 },
      { id: 3, name: 'C', createdAt: testStart, userId: 5 },
    ])
    await insertQrs(database.current, [
      { folderId: 1 },
      { folderId: 1, stopped: 1 },
      { folderId: 2, status: 0 },
      { status: 2 },
      { userId: 2 },
      { userId: 5, folderId: 3, stopped: 1 },
    ])
  })

  const transfer = (body: object) => browser.send('PATCH', '/qrs/transfer', { origin: 1, destiny: 5, ...body })
  const transferFolders = (body: object) => browser.send('PATCH', '/qrs/folders/transfer', { userId: 1, destiny: 5, ...body })
  const undo = (reply: LightMyRequestResponse) => browser.send('POST', '/undo', { auditId: reply.json<{ auditId: number }>().auditId })
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  /** Each QR's owner and folder, by id. */
  const places = async () =>
    (await database.current.orm.select().from(qrs).orderBy(asc(qrs.id))).map(({ userId, folderId }) => `${userId}/${folderId ?? '-'}`)
  const folderOwners = async () => (await database.current.orm.select().from(folders).orderBy(asc(folders.id))).map((row) => row.userId)
  const start = ['1/1', '1/1', '1/2', '1/-', '2/-', '5/3']

  describe('of all QRs', () => {
    test('move every QR, even deleted ones, with one audit row per customer; undo restores the folders [R43 all of origin]', async () => {
      const reply = await transfer({ qrId: 'all' })
      expect(reply.json()).toMatchObject({ transferred: 4, undoable: true })
      expect(await places()).toEqual(['5/-', '5/-', '5/-', '5/-', '2/-', '5/3'])
      expect(await audited()).toMatchObject([
        {
          action: 'customer.transfer-qrs',
          targetId: 1,
          before: { destiny: null },
          after: { destiny: 5, transferred: 4 },
          reversible: true,
        },
        { action: 'customer.transfer-qrs', targetId: 5, after: { received: 4, origin: 1 }, reversible: false },
      ])
      expect((await undo(reply)).json()).toMatchObject({ message: 'Transfer of the QR codes of Ana López was undone.' })
      expect(await places()).toEqual(start)
    })

    test('are not undone in part: one QR transferred on blocks the undo', async () => {
      const reply = await transfer({ qrId: 'all' })
      await transfer({ qrId: 2, origin: 5, destiny: 2 })
      expect((await undo(reply)).json()).toMatchObject({
        error: 'nothing_to_undo',
        message: 'Ana López has been changed since: nothing was undone.',
      })
      expect(await places()).toEqual(['5/-', '2/-', '5/-', '5/-', '2/-', '5/3'])
    })

    test('count no deleted QRs against the limit: of four with one deleted, three count', async () => {
      await database.current.orm.delete(qrs).where(eq(qrs.userId, 2))
      expect((await transfer({ qrId: 'all', destiny: 2 })).json()).toMatchObject({ transferred: 4 })
      expect((await transfer({ qrId: 6, origin: 5, destiny: 2 })).json()).toMatchObject({
        message: 'The destination may have 3 QR codes and has 3.',
      })
    })

    test('of concurrent transfers that do not all fit, only as many as fit succeed', async () => {
      await insertQrs(database.current, [{ id: 11, userId: 5 }])
      const replies = await Promise.all([
        transfer({ qrId: 1, destiny: 2 }),
        transfer({ qrId: 2, destiny: 2 }),
        transfer({ qrId: 4, destiny: 2 }),
        transfer({ qrId: 11, origin: 5, destiny: 2 }),
      ])
      expect(replies.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 200, 409, 409])
      expect((await places()).filter((place) => place.startsWith('2/'))).toHaveLength(3)
    })

    test('concurrent transfers there and back neither hang nor lose a QR [R43 all or nothing]', async () => {
      const replies = await Promise.all([
        transfer({ qrId: 'all' }),
        transfer({ qrId: 'all', origin: 5, destiny: 1 }),
        transfer({ qrId: 'all' }),
        transfer({ qrId: 'all', origin: 5, destiny: 1 }),
      ])
      expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
      const owners = new Set((await places()).filter((place) => !place.startsWith('2/')).map((place) => place.split('/')[0]))
      expect(owners.size).toBe(1)
    })
  })

  test.each([
    ['all QRs', () => transfer({ qrId: 'all' })],
    ['one QR', () => transfer({ qrId: 1 })],
    ['a folder', () => transferFolders({ folders: [1] })],
  ])('of %s are one change to undo, and no longer there once undone', async (_, change) => {
    expect((await change()).statusCode).toBe(200)
    expect((await browser.send('POST', '/undo', {})).statusCode).toBe(200)
    expect([await places(), await folderOwners()]).toEqual([start, [1, 1, 5]])
    expect((await browser.send('POST', '/undo', {})).json()).toMatchObject({
      error: 'nothing_to_undo',
      message: 'There is nothing to undo.',
    })
  })

  // No locks, searches or sorts, so both engines behave the same.
  if (!engine.testsShared) return

  test('of all QRs handle thousands in batches', async () => {
    await insertManyQrs(database.current, { from: 100, count: 5200 })
    const reply = await transfer({ qrId: 'all' })
    expect(reply.json()).toMatchObject({ transferred: 5204 })
    expect(await database.current.orm.$count(qrs, eq(qrs.userId, 1))).toBe(0)
    expect((await undo(reply)).statusCode).toBe(200)
    expect(await database.current.orm.$count(qrs, eq(qrs.userId, 1))).toBe(5204)
    expect(await database.current.orm.$count(auditedQrs)).toBe(5204)
  })

  describe('of one QR [2.1 transfers]', () => {
    test('move it out of its folder, are audited for both customers, and can be undone [2.7 transfer]', async () => {
      const reply = await transfer({ qrId: 1 })
      expect(reply.json()).toEqual({ success: true, auditId: expect.any(Number), undoable: true, transferred: 1 })
      expect(await places()).toEqual(['5/-', ...start.slice(1)])
      expect(await audited()).toMatchObject([
        { action: 'qr.transfer', targetType: 'qr', targetId: 1, before: { user: 1, folder: 1 }, after: { user: 5, folder: null } },
        { targetType: 'customer', targetId: 1, after: { transferred: 1, destiny: 5 }, reversible: false },
        { targetType: 'customer', targetId: 5, after: { received: 1, origin: 1 }, reversible: false },
      ])
      expect((await undo(reply)).json()).toMatchObject({ message: 'Transfer of QR 1 was undone.' })
      expect(await places()).toEqual(start)
      expect((await audited()).slice(3)).toMatchObject([
        { targetType: 'customer', targetId: 5, after: { transferred: 1, destiny: 1 } },
        { targetType: 'customer', targetId: 1, after: { received: 1, origin: 5 } },
        { targetType: 'qr', targetId: 1 },
      ])
    })

    test('undo returns it without a folder if the folder was deleted since', async () => {
      const reply = await transfer({ qrId: 1 })
      await database.current.orm.delete(folders).where(eq(folders.id, 1))
      expect((await undo(reply)).statusCode).toBe(200)
      expect((await places())[0]).toBe('1/-')
    })

    test.each([
      [{ qrId: 1, destiny: 1 }, 409, 'unavailable_action', 'The QR codes are already theirs.'],
      [{ qrId: 1, destiny: 3 }, 409, 'unavailable_action', 'The destination’s account is deleted.'],
      [{ qrId: 1, destiny: 4 }, 409, 'unavailable_action', 'The destination is banned.'],
      [{ qrId: 1, destiny: 99 }, 404, 'not_found', 'Customer not found!'],
      [{ qrId: 99 }, 404, 'not_found', 'QR 99 was not found.'],
      [{ qrId: 5 }, 409, 'unavailable_action', 'The QR code is not theirs any more.'],
      [{ qrId: 'all', destiny: 99 }, 404, 'not_found', 'Customer not found!'],
      [{ qrId: 'all', origin: 99 }, 404, 'not_found', 'Customer not found!'],
      [{ qrId: 'all', origin: 4 }, 409, 'unavailable_action', 'They have no QR codes.'],
      [{ qrId: 'all', destiny: 2 }, 409, 'unavailable_action', 'The destination may have 3 QR codes and has 1.'],
    ])('%j is rejected [2.8 transfer not found] [R43 refused]', async (body, statusCode, error, message) => {
      expect((await transfer(body)).json()).toEqual({ statusCode, error, message })
      expect(await places()).toEqual(start)
      expect(await audited()).toEqual([])
    })

    test.each([{ qrId: 'some' }, { qrId: 0 }, { qrId: 1, more: 1 }, {}])('%j responds with 400 [2.3 transfer]', async (body) => {
      expect((await transfer(body)).statusCode).toBe(400)
    })

    test('are not undone if the QR was transferred on since', async () => {
      const reply = await transfer({ qrId: 1 })
      await transfer({ qrId: 1, origin: 5, destiny: 2 })
      expect((await undo(reply)).json()).toMatchObject({ error: 'nothing_to_undo' })
      expect((await places())[0]).toBe('2/-')
    })
  })

  describe('of folders [2.1 transfers]', () => {
    test('include their QRs and can be undone [2.7 transfer folders] [R43 folder contents]', async () => {
      const reply = await transferFolders({ folders: [2, 1, 1] })
      expect(reply.json()).toMatchObject({ success: true, transferred: 3, undoable: true })
      expect(await folderOwners()).toEqual([5, 5, 5])
      expect(await places()).toEqual(['5/1', '5/1', '5/2', '1/-', '2/-', '5/3'])
      expect(await audited()).toMatchObject([
        { action: 'folder.transfer', targetId: 1, after: { destiny: 5, folders: [1, 2], transferred: 3 }, reversible: true },
        { action: 'folder.transfer', targetId: 5, after: { receivedFolders: [1, 2], received: 3, origin: 1 } },
      ])
      expect((await undo(reply)).statusCode).toBe(200)
      expect(await folderOwners()).toEqual([1, 1, 5])
      expect(await places()).toEqual(start)
    })

    test('move no QRs if the folders are empty', async () => {
      await database.current.orm.delete(qrs)
      const reply = await transferFolders({ folders: [1] })
      expect(reply.json()).toMatchObject({ transferred: 0 })
      expect((await undo(reply)).statusCode).toBe(200)
      expect(await folderOwners()).toEqual([1, 1, 5])
    })

    test.each([
      [{ folders: [1, 99] }, 404, 'Folder 99 was not found.'],
      [{ folders: [1, 3] }, 409, 'Folder 3 is not theirs any more.'],
      [{ folders: [1], destiny: 1 }, 409, 'The QR codes are already theirs.'],
      [{ folders: [1], destiny: 3 }, 409, 'The destination’s account is deleted.'],
      [{ folders: [1, 2], destiny: 4 }, 409, 'The destination is banned.'],
      [{ folders: [1], destiny: 99 }, 404, 'Customer not found!'],
      [{ folders: [1], userId: 99 }, 404, 'Customer not found!'],
    ])('%j is rejected as a whole [R43 all or nothing]', async (body, statusCode, message) => {
      expect((await transferFolders(body)).json()).toMatchObject({ statusCode, message })
      expect(await folderOwners()).toEqual([1, 1, 5])
      expect(await places()).toEqual(start)
      expect(await audited()).toEqual([])
    })

    test('over the limit are rejected, not counting deleted QRs [R43 refused]', async () => {
      await insertQrs(database.current, [{ id: 20, userId: 2 }])
      expect((await transferFolders({ folders: [1], destiny: 2 })).json()).toMatchObject({
        message: 'The destination may have 3 QR codes and has 2.',
      })
      expect((await transferFolders({ folders: [2], destiny: 2 })).statusCode).toBe(200)
    })

    test.each([
      ['a QR was put into one', () => database.current.orm.update(qrs).set({ folderId: 1 }).where(eq(qrs.id, 6))],
      ['a QR in one went on', () => transfer({ qrId: 1, origin: 5, destiny: 2 })],
      ['a folder went on', () => transferFolders({ userId: 5, folders: [1], destiny: 2 })],
    ])('are not undone once %s', async (_what, change) => {
      const reply = await transferFolders({ folders: [1, 2] })
      await change()
      const before = await places()
      expect((await undo(reply)).json()).toMatchObject({ error: 'nothing_to_undo' })
      expect(await places()).toEqual(before)
    })
  })

  describe('activating all', () => {
    const activate = (id: number) => browser.send('PATCH', `/qrs/${id}/activate-all`, {})
    const states = async () =>
      (await database.current.orm.select().from(qrs).orderBy(asc(qrs.id))).map(({ status, stopped }) => `${status}${stopped}`)

    // [R17 activate all] [2.7 activate all] [R17 revive stopped]
    test('activates only stopped QRs, never blocked or deleted ones, and undo stops them again', async () => {
      await database.current.orm.update(qrs).set({ stopped: 1 }).where(eq(qrs.id, 3))
      await database.current.orm.update(qrs).set({ stopped: 1 }).where(eq(qrs.id, 4))
      const before = await states()
      const reply = await activate(1)
      expect(reply.json()).toMatchObject({ success: true, activated: 1, undoable: true })
      expect(await states()).toEqual(['10', '10', '01', '21', '10', '11'])
      expect(await audited()).toMatchObject([{ action: 'customer.activate-qrs', targetId: 1, after: { activated: 1 } }])
      expect((await undo(reply)).json()).toMatchObject({ message: 'Activation of the QR codes of Ana López was undone.' })
      expect(await states()).toEqual(before)
    })

    test('is rejected if nothing is stopped, with 404 for an unknown customer', async () => {
      expect((await activate(2)).json()).toMatchObject({ statusCode: 409, message: 'They have no stopped QR codes.' })
      expect((await activate(99)).statusCode).toBe(404)
      expect(await audited()).toEqual([])
    })

    test('is not undone if one of them was changed since', async () => {
      const reply = await activate(1)
      await browser.send('PATCH', '/qrs/2/status', { status: 'blocked' })
      expect((await undo(reply)).json()).toMatchObject({ error: 'nothing_to_undo' })
    })
  })
})
