import { asc } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { customerNotes } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { maxNoteLength } from '../../src/contract/notes.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

describeDatabase('the note of a customer (ruling 38)', (engine) => {
  const { database, server, browser } = useServer(engine, { rol: 2 })
  let other: Browser & { staff: TestStaff }

  beforeAll(async () => {
    other = await signIn(server, { rol: 2 })
  })
  beforeEach(async () => {
    for (const table of [auditLog, customers]) await database.current.orm.delete(table)
    await insertCustomers(database.current, [{ firstName: 'Ana', lastName: 'Ruiz' }, {}])
  })

  const note = async (id = 1) => (await browser.get(`/customers/${id}/note`)).json<{ note: string | null; version: number | null }>()
  const write = (text: string, version?: number | null, by: Browser = browser) =>
    by.send('PATCH', '/customers/1/note', { text, ...(version === undefined ? {} : { version }) })
  const remove = (id = 1) => browser.send('DELETE', `/customers/${id}/note`)
  const undo = (by: Browser = browser) => by.send('POST', '/undo', {})
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const none = { note: null, createdAt: null, authorName: null, version: null }
  const stale = {
    statusCode: 409,
    error: 'stale',
    message: 'The note of Ana Ruiz was changed by somebody else since you opened it: nothing was saved.',
  }

  // [1.7 save note] [1.7 get note] [R38 note]
  test('is saved with author and time, rewritten by another user, and deleted by empty text', async () => {
    expect(await note()).toEqual(none)
    const reply = await write('  called twice ')
    expect(reply.json()).toEqual({ success: true, auditId: (await audited())[0]?.id, undoable: true })
    expect(await note()).toMatchObject({ note: 'called twice', createdAt: server.clock.now(), authorName: browser.staff.name })
    server.clock.advance(60)
    await write('called three times', undefined, other)
    expect(await note()).toMatchObject({ note: 'called three times', createdAt: server.clock.now(), authorName: other.staff.name })
    await write('   ')
    expect(await note()).toEqual(none)
    expect(
      (await audited()).map(({ action, before, after }) => [action, (before as { note: string }).note, (after as { note: string }).note]),
    ).toEqual([
      ['note.write', null, 'called twice'],
      ['note.write', 'called twice', 'called three times'],
      ['note.delete', 'called three times', null],
    ])
    expect(await database.current.orm.select().from(customers).orderBy(asc(customers.id))).toMatchObject([{ version: 1 }, { version: 1 }])
  })

  test('gets a text added below it, once, as far as it fits [1.7 added note]', async () => {
    const add = (text: string) => browser.send('POST', '/customers/1/note', { text })
    await write('called twice')
    expect((await add('and wrote')).json()).toMatchObject({ success: true, undoable: true })
    expect((await note()).note).toBe('called twice\n\nand wrote')
    expect((await add('and wrote')).json()).toMatchObject({ error: 'unavailable_action', message: 'The note already says this.' })
    expect((await add('x'.repeat(maxNoteLength))).statusCode).toBe(409)
    expect((await add(' ')).statusCode).toBe(400)
    await undo()
    expect((await note()).note).toBe('called twice')
  })

  test('does not change when saved with the same text, or empty when there is none', async () => {
    expect((await write('')).json()).toEqual({ success: true })
    await write('same')
    const before = await note()
    server.clock.advance(60)
    expect((await write(' same ', undefined, other)).json()).toEqual({ success: true })
    expect(await note()).toEqual(before)
    expect(await audited()).toHaveLength(1)
  })

  test('is stale at an outdated version; null means no note yet; a missing version is not checked', async () => {
    expect((await write('a', 1)).json()).toEqual(stale)
    expect((await write('a', null)).statusCode).toBe(200)
    expect((await write('b', null)).json()).toEqual(stale)
    const { version } = await note()
    expect((await write('b', version, other)).statusCode).toBe(200)
    expect((await write('c', version)).json()).toEqual(stale)
    expect((await note()).note).toBe('b')
    expect((await write('c')).statusCode).toBe(200)
  })

  test('gets a new version when deleted and rewritten: the old one is stale', async () => {
    const seen: (number | null)[] = []
    for (const text of ['one', 'two', 'three']) {
      await write(text)
      seen.push((await note()).version)
      if (text !== 'three') await remove()
    }
    expect(new Set(seen).size).toBe(3)
    expect((await write('late', seen[0])).json()).toEqual(stale)
  })

  test('is stale for one of two parallel saves of the same version', async () => {
    const replies = await Promise.all([write('a', null), write('b', null, other)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await audited()).toHaveLength(1)
  })

  test('can be deleted only once [1.7 delete note]', async () => {
    await write('a')
    expect((await remove()).json()).toMatchObject({ success: true, undoable: true })
    expect((await remove()).json()).toEqual({ statusCode: 409, error: 'unavailable_action', message: 'No note.' })
  })

  test('undo restores the previous note with author and time', async () => {
    await write('first')
    const first = { note: 'first', createdAt: server.clock.now(), authorName: browser.staff.name }
    server.clock.advance(60)
    await write('second', undefined, other)
    expect((await undo(other)).json()).toMatchObject({ action: 'note.write', message: 'Note of Ana Ruiz was undone.' })
    expect(await note()).toMatchObject(first)
    await remove()
    expect((await undo()).json()).toMatchObject({ action: 'note.delete', message: 'Deletion of the note of Ana Ruiz was undone.' })
    expect(await note()).toMatchObject(first)
    expect(await database.current.orm.select().from(customerNotes)).toMatchObject([{ authorId: browser.staff.id }])
  })

  test('undo deletes a first note, and is rejected after somebody else’s edit', async () => {
    await write('first')
    expect((await undo()).statusCode).toBe(200)
    expect(await note()).toEqual(none)
    await write('mine')
    await write('theirs', undefined, other)
    expect((await undo()).json()).toMatchObject({
      error: 'nothing_to_undo',
      message: 'Ana Ruiz has been changed since: nothing was undone.',
    })
    expect((await note()).note).toBe('theirs')
  })

  test('has a maximum length and needs a text', async () => {
    expect((await write('a'.repeat(maxNoteLength))).statusCode).toBe(200)
    expect((await write('b'.repeat(maxNoteLength + 1))).json()).toMatchObject({
      statusCode: 400,
      details: { text: 'Must have less than 10000 characters.' },
    })
    expect((await browser.send('PATCH', '/customers/1/note', {})).json()).toMatchObject({
      statusCode: 400,
      details: { text: expect.any(String) as string },
    })
  })

  test('returns 404 for an unknown customer', async () => {
    for (const reply of [
      await browser.get('/customers/42/note'),
      await browser.send('PATCH', '/customers/42/note', { text: 'a' }),
      await remove(42),
    ])
      expect(reply.json()).toMatchObject({ statusCode: 404, message: 'Customer 42 was not found.' })
  })
})
