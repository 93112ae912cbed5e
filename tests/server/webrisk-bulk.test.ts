import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { qrs } from '../../server/db/schema/qrs.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { unknown } from '../../server/outside/web-risk/port.ts'
import { undoSeconds } from '../../src/contract/undo.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { useWebRisk } from '../support/web-risk.ts'

interface Rows {
  rows: { id: number; name: string; refusal: string | null }[]
}

describeDatabase('web risk in bulk', (engine) => {
  const web = useWebRisk(engine)
  const { database, list, statuses, audited, patch } = web

  const qrStatuses = async () => (await database.current.orm.select().from(qrs).orderBy(asc(qrs.id))).map(({ status }) => status)

  describe('bulk actions', () => {
    const send = (path: string, body: object, by: Browser = web.browser) => by.send('POST', path, body)
    const preview = async (change: object, ids: number[]) => (await send('/webrisk/bulk/preview', { change, ids })).json<Rows>().rows
    const run = async (batch: string, change: object, ids: number[]) =>
      (await send('/webrisk/bulk', { batch, change, ids })).json<Rows>().rows.map(({ id, refusal }) => [id, refusal])
    const refusals = (rows: Rows['rows']) => rows.map(({ id, refusal }) => [id, refusal])

    // [2.7 webrisk bulk]
    test('statuses: handles rows as previewed, applies a repeat once, and undoes all but rows changed since', async () => {
      const batch = randomUUID()
      const change = { action: 'status', status: 2 }
      const expected = [
        [1, 'Already unsafe.'],
        [2, null],
        [4, null],
        [99, 'Web-risk entry 99 was not found.'],
      ]
      const shown = await preview(change, [1, 2, 4, 99])
      expect(refusals(shown)).toEqual(expected)
      expect(shown[1]).toMatchObject({ name: 'javascript:alert(1)' })
      expect(await audited()).toEqual([])
      expect(await run(batch, change, [1, 2, 4, 99])).toEqual(expected)
      expect(await run(batch, change, [2, 4])).toEqual([
        [2, null],
        [4, null],
      ])
      expect(await statuses()).toEqual([2, 2, 1, 2, 2, 2])
      expect((await audited()).map(({ targetId, batch: of }) => [targetId, of])).toEqual([
        [2, batch],
        [4, batch],
      ])
      await patch(4, { status: 1 })
      expect((await send('/undo/batch', { batch })).json()).toEqual({
        undone: 1,
        kept: [{ id: 4, refusal: 'Web-risk entry 4 has been changed since.' }],
      })
      expect(await statuses()).toEqual([2, 0, 1, 1, 2, 2])
    })

    // [2.4 block from webrisk]
    test('blocking: refuses rows with no QR or a blocked or deleted one, blocks a shared QR once, and is undone at once', async () => {
      const batch = randomUUID()
      const change = { action: 'block' }
      const expected = [
        [1, null],
        [2, 'QR code is already blocked.'],
        [3, 'QR code is deleted.'],
        [4, null],
        [5, null],
        [6, 'No QR code.'],
        [99, 'Web-risk entry 99 was not found.'],
      ]
      expect(refusals(await preview(change, [1, 2, 3, 4, 5, 6, 99]))).toEqual(expected)
      expect(await run(batch, change, [1, 2, 3, 4, 5, 6, 99])).toEqual(expected)
      expect(await qrStatuses()).toEqual([2, 2, 0, 2])
      expect(await run(batch, change, [1, 4, 5])).toEqual([
        [1, null],
        [4, null],
        [5, null],
      ])
      expect((await audited()).map(({ action, targetId }) => [action, targetId])).toEqual([
        ['qr.status', 1],
        ['qr.status', 4],
      ])
      expect((await send('/undo/batch', { batch })).json()).toEqual({ undone: 2, kept: [] })
      expect(await qrStatuses()).toEqual([1, 2, 0, 1])
      expect((await list({ sort: 'id', sortDirection: 'asc' })).rows[3]?.qrInfo).toMatchObject({ status: 1, stopped: 1 })
    })

    test('checks: looks up each row, says why a check failed, and is undone in one step', async () => {
      const batch = randomUUID()
      web.answer = (url) =>
        Promise.resolve(
          url.includes('100%') ? { verdict: 'unsafe', threats: ['MALWARE'], failure: null } : unknown('The quota is used up.'),
        )
      const change = { action: 'check' }
      expect(refusals(await preview(change, [1, 2, 3, 99]))).toEqual([
        [1, null],
        [2, 'It is not a web address.'],
        [3, null],
        [99, 'Web-risk entry 99 was not found.'],
      ])
      expect(await run(batch, change, [1, 3, 99])).toEqual([
        [1, 'The quota is used up.'],
        [3, null],
        [99, 'Web-risk entry 99 was not found.'],
      ])
      expect(await statuses()).toEqual([2, 0, 2, 3, 2, 2])
      expect((await send('/undo/batch', { batch })).json()).toEqual({ undone: 1, kept: [] })
      expect(await statuses()).toEqual([2, 0, 1, 3, 2, 2])
    })

    test('checks: a row that becomes unknown counts as changed and can be undone', async () => {
      const batch = randomUUID()
      web.answer = () => Promise.resolve(unknown('The quota is used up.'))
      expect(await run(batch, { action: 'check' }, [1, 3])).toEqual([
        [1, 'The quota is used up.'],
        [3, null],
      ])
      expect((await statuses())[2]).toBe(3)
      expect((await send('/undo/batch', { batch })).json()).toEqual({ undone: 1, kept: [] })
      expect((await statuses())[2]).toBe(1)
    })

    test('checks: rows the batch already changed are not looked up again, and one undo reverts all', async () => {
      const batch = randomUUID()
      const asked: string[] = []
      web.answer = (url) => {
        asked.push(url)
        return Promise.resolve({ verdict: asked.length === 1 ? 'unsafe' : 'safe', threats: [], failure: null })
      }
      for (const _ of [1, 2]) expect(await run(batch, { action: 'check' }, [3])).toEqual([[3, null]])
      expect(asked).toHaveLength(1)
      expect(await audited()).toHaveLength(1)
      expect((await send('/undo/batch', { batch })).json()).toEqual({ undone: 1, kept: [] })
      expect((await statuses())[2]).toBe(1)
    })

    test('checks: a part resent while it still runs is applied only once', async () => {
      const batch = randomUUID()
      const change = { action: 'check' }
      let isFirst = true
      web.answer = async () => {
        if (!isFirst) return { verdict: 'unsafe', threats: [], failure: null }
        isFirst = false
        expect(await run(batch, change, [3])).toEqual([[3, null]])
        return unknown('The quota is used up.')
      }
      expect(await run(batch, change, [3])).toEqual([[3, null]])
      expect((await statuses())[2]).toBe(2)
      expect(await audited()).toHaveLength(1)
    })

    test('does not undo a batch that is too old, unknown or a colleague’s', async () => {
      const batch = randomUUID()
      await run(batch, { action: 'status', status: 1 }, [1])
      expect((await send('/undo/batch', { batch }, await signIn(web.server, { rol: 1 }))).statusCode).toBe(409)
      expect((await send('/undo/batch', { batch: randomUUID() })).statusCode).toBe(409)
      await database.current.orm
        .update(auditLog)
        .set({ at: testStart - undoSeconds - 1 })
        .where(eq(auditLog.batch, batch))
      expect((await send('/undo/batch', { batch })).json()).toMatchObject({ undone: 0, kept: [{ id: 1 }] })
      expect((await statuses())[0]).toBe(1)
    })

    test.each([
      { change: { action: 'status', status: 0 }, ids: [1] },
      { change: { action: 'status' }, ids: [1] },
      { change: { action: 'whitelist' }, ids: [1] },
      { change: { action: 'block', status: 1 }, ids: [1] },
      { change: { action: 'block' }, ids: [] },
      { change: { action: 'block' }, ids: ['x'] },
    ])('%o is refused', async (body) => {
      expect((await send('/webrisk/bulk/preview', body)).statusCode).toBe(400)
      expect((await send('/webrisk/bulk', { ...body, batch: randomUUID() })).statusCode).toBe(400)
    })
  })
})
