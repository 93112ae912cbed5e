import { expect, test } from 'vitest'
import { missingWords } from '../../server/db/schema/words.ts'
import { pruneOld } from '../../server/operate/housekeeping.ts'
import { countMissing } from '../../server/resources/words/missing.ts'
import { missingAMinute } from '../../server/resources/words/routes.ts'
import { maxWords, type TeamWord, type WordInput } from '../../src/contract/words.ts'
import { describeEngines } from '../support/database.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const refund: WordInput = { word: 'devolver', meaning: 'refund' }
const hour = 3600

describeEngines('words of the team', (engine) => {
  const { database, server, browser } = useServer(engine, { emptied: true })

  const list = async (by: Browser = browser) => (await by.get('/words?perPage=150')).json<{ rows: TeamWord[] }>().rows
  const add = (over: Partial<WordInput> = {}, by: Browser = browser) => by.send('POST', '/words', { ...refund, ...over })
  const undo = (auditId?: number) => browser.send('POST', '/undo', auditId === undefined ? {} : { auditId })
  const report = (text: string, by: Browser = browser) => by.send('POST', '/words/missing', { text })
  const missing = async () => (await browser.get('/words/missing')).json<{ rows: { text: string; times: number }[] }>().rows

  test('are read by everybody, and changed by role 1 only [1.7 words]', async () => {
    const clerk = await signIn(server, { rol: 2 })
    expect((await add({}, clerk)).statusCode).toBe(403)
    const { id } = (await add({ word: ' Devólver ' })).json<{ id: number }>()
    expect(await list(clerk)).toEqual([
      { ...refund, id, version: 1, authorName: browser.staff.name, updatedAt: expect.any(Number) as number },
    ])
    expect((await clerk.send('PUT', `/words/${id}`, { ...refund, version: 1 })).statusCode).toBe(403)
    expect((await clerk.send('DELETE', `/words/${id}`)).statusCode).toBe(403)
    expect((await clerk.get('/words/missing')).statusCode).toBe(403)
  })

  test('are sorted by any column', async () => {
    await add()
    server.clock.advance(60)
    await add({ word: 'baja', meaning: 'cancel' })
    const sorted = async (by: string) => (await browser.get(`/words?${by}`)).json<{ rows: TeamWord[] }>().rows.map(({ word }) => word)
    expect(await sorted('')).toEqual(['baja', 'devolver'])
    expect(await sorted('sort=updatedAt&sortDirection=asc')).toEqual(['devolver', 'baja'])
  })

  test.each<[Partial<WordInput>, number]>([
    [{ word: 'dar de baja' }, 200],
    [{ word: 'возврат' }, 200],
    [{ word: '返金' }, 200],
    [{ word: 'to give it back' }, 400],
    [{ word: 'r2d2' }, 400],
    [{ word: 'ana@cafesol.es' }, 400],
    [{ word: '' }, 400],
    [{ meaning: 'note: called' }, 400],
    [{ meaning: '' }, 400],
    [{ meaning: 'refund ‘5’' }, 400],
    [{ meaning: 'devolver now' }, 409],
  ])('takes %j with %i', async (over, status) => {
    expect((await add(over)).statusCode).toBe(status)
  })

  test('are there once, and explain no other', async () => {
    await add()
    const refusal = async (over: Partial<WordInput>) => (await add(over)).json<{ error: string; message: string }>()
    expect(await refusal({ meaning: 'ban' })).toMatchObject({ error: 'conflict', message: '‘devolver’ is a word of the team already.' })
    expect(await refusal({ word: 'reembolso', meaning: 'devolver' })).toMatchObject({
      message: '‘devolver’ is itself a word of the team: say what it means instead.',
    })
    expect(await refusal({ word: 'refund', meaning: 'ban' })).toMatchObject({
      message: '‘devolver’ is explained by ‘refund’: change that first.',
    })
  })

  test('are no more than every console reads at once', async () => {
    const letters = (at: number) => String(at).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
    for (let at = 0; at < maxWords; at++) expect((await add({ word: `mot ${letters(at)}` })).statusCode).toBe(200)
    expect((await add()).json()).toMatchObject({ error: 'conflict' })
    const [first] = await list()
    expect((await browser.send('PUT', `/words/${first?.id}`, { ...refund, version: 1 })).statusCode).toBe(200)
  })

  test('are refused as stale after somebody else’s change, and as gone', async () => {
    const { id } = (await add()).json<{ id: number }>()
    expect((await browser.send('PUT', `/words/${id}`, { ...refund, meaning: 'cancel', version: 1 })).statusCode).toBe(200)
    expect((await browser.send('PUT', `/words/${id}`, { ...refund, version: 1 })).json()).toMatchObject({ error: 'stale' })
    expect((await browser.send('DELETE', `/words/${id + 1}`)).statusCode).toBe(404)
  })

  test('go and come back as their changes are undone, unless another one is there by then', async () => {
    const { id, auditId } = (await add()).json<{ id: number; auditId: number }>()
    await browser.send('PUT', `/words/${id}`, { word: 'devuelve', meaning: 'cancel', version: 1 })
    expect((await undo()).json()).toMatchObject({ action: 'word.edit', message: 'Edit of ‘devuelve’ was undone.' })
    expect(await list()).toMatchObject([{ ...refund, id }])
    const { auditId: deleted } = (await browser.send('DELETE', `/words/${id}`)).json<{ auditId: number }>()
    await add({ meaning: 'ban' })
    expect((await undo(deleted)).json()).toMatchObject({
      error: 'nothing_to_undo',
      message: '‘devolver’ is a word of the team already. Nothing was undone.',
    })
    const [other] = await list()
    await browser.send('DELETE', `/words/${other?.id}`)
    expect((await undo(deleted)).json()).toMatchObject({ message: 'Deletion of ‘devolver’ was undone.' })
    expect(await list()).toMatchObject([{ ...refund, id, authorName: browser.staff.name }])
    expect((await undo(auditId)).json()).toMatchObject({ message: 'Adding of ‘devolver’ was undone.' })
    expect(await list()).toEqual([])
    const actions = (await browser.get('/audit?perPage=50')).json<{ rows: { action: string }[] }>().rows.map(({ action }) => action)
    expect(new Set(actions.filter((action) => action.startsWith('word')))).toEqual(new Set(['word.add', 'word.edit', 'word.delete']))
  })

  test('stay once their author is gone', async () => {
    const colleague = await signIn(server, { rol: 1 })
    await add({}, colleague)
    await browser.send('DELETE', `/users/${colleague.staff.id}`)
    expect(await list()).toMatchObject([{ ...refund, authorName: null }])
  })

  // [1.7 missing words]
  test('are asked for by what found nothing three times within a week, once an hour and person', async () => {
    const { orm } = database.current
    const [now, { id }] = [server.clock.now(), browser.staff]
    const begin = now - (now % hour)
    for (const at of [begin - 7 * 24 * hour, begin - hour, begin - 1]) await countMissing(orm, id, 'devolver', at)
    expect((await report('Devólver')).statusCode).toBe(200)
    await report('devolver')
    expect(await missing()).toEqual([])
    await report('devolver', await signIn(server, { rol: 2 }))
    expect(await missing()).toEqual([{ text: 'devolver', times: 3 }])
    await add()
    expect(await missing()).toEqual([])
  })

  test.each(['ana@cafesol.es', '4711', 'refund 5', 'https://evil.example', '“devolver”', 'one two three four five', ''])(
    'are not asked for by %j, which may be about somebody',
    async (text) => {
      expect((await report(text)).statusCode).toBe(400)
    },
  )

  test('are asked for no more often than anybody types, and for 30 days', async () => {
    const replies = []
    for (let at = 0; at <= missingAMinute; at++) replies.push(await report('devolver'))
    expect(replies.at(-1)?.json()).toMatchObject({ error: 'too_many_requests' })
    server.clock.advance(29 * 24 * hour)
    expect(await pruneOld(server.context)).toMatchObject({ missing_words: 0 })
    server.clock.advance(2 * 24 * hour)
    expect(await pruneOld(server.context)).toMatchObject({ missing_words: 1 })
    expect(await database.current.orm.select().from(missingWords)).toEqual([])
  })
})
