import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { staff } from '../../../server/db/schema/staff.ts'
import type { Preferences } from '../../../src/contract/preferences.ts'
import { buildTestApp, type TestApp } from '../../support/app.ts'
import { describeDatabase } from '../../support/database.ts'
import { signIn } from '../../support/sign-in.ts'

const path = '/auth/me/preferences'

describeDatabase('preferences', (engine) => {
  const database = engine.use()
  let server: TestApp

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  afterAll(() => server.app.close())
  beforeEach(() => database.current.orm.delete(staff))

  test('are empty at first, and returned with the user once set [1.7 preferences]', async () => {
    const browser = await signIn(server)
    expect((await browser.get('/auth/me')).json()).toMatchObject({ preferences: {} })
    const columns = { customers: { order: ['email', 'id'], hidden: ['country'] } }
    const changed = await browser.send('PATCH', path, { columns, letterKeys: false })
    expect(changed.json()).toEqual({ columns, letterKeys: false })
    expect((await browser.get('/auth/me')).json()).toMatchObject({ preferences: { columns, letterKeys: false } })
  })

  test('merge per entry: concurrent changes don’t overwrite each other, and null removes an entry', async () => {
    const browser = await signIn(server)
    const view = (name: string, search: string | null = 'status=active') => ({ name, search })
    await Promise.all([
      browser.send('PATCH', path, { views: { customers: [view('One')] } }),
      browser.send('PATCH', path, { views: { customers: [view('Two')] } }),
      browser.send('PATCH', path, { views: { qrs: [view('Three')] } }),
      browser.send('PATCH', path, { keys: { 'customer.ban': 'a x' } }),
    ])
    const { preferences } = (await browser.get('/auth/me')).json<{ preferences: Preferences }>()
    expect(preferences.views?.['customers']?.map(({ name }) => name).toSorted()).toEqual(['One', 'Two'])
    expect(preferences).toMatchObject({ views: { qrs: [view('Three')] }, keys: { 'customer.ban': 'a x' } })
    const left = await browser.send('PATCH', path, {
      views: { customers: [view('One', null), view('Two', 'page=2')], qrs: [view('Three', null)] },
      keys: { 'customer.ban': null },
    })
    expect(left.json()).toEqual({ views: { customers: [view('Two', 'page=2')] }, keys: {} })
  })

  test('hold at most fifty views per list', async () => {
    const browser = await signIn(server)
    const views = Array.from({ length: 50 }, (_, index) => ({ name: `View ${index}`, search: '' }))
    expect((await browser.send('PATCH', path, { views: { customers: views } })).statusCode).toBe(200)
    expect((await browser.send('PATCH', path, { views: { customers: [{ name: 'One more', search: '' }] } })).statusCode).toBe(413)
  })

  test('hold what is usually chosen for texts without a number or an address, until it is cleared', async () => {
    const browser = await signIn(server)
    const usual = { domains: ['go.domain-blacklist', ''] }
    expect((await browser.send('PATCH', path, { usual })).json()).toEqual({ usual })
    expect((await browser.get('/auth/me')).json()).toMatchObject({ preferences: { usual } })
    expect((await browser.send('PATCH', path, { usual: { 'ana@cafesol.es': ['go.customers'] } })).statusCode).toBe(400)
    expect((await browser.send('PATCH', path, { usual: null })).json()).toEqual({ usual: {} })
  })

  test('belong to one user only', async () => {
    const one = await signIn(server)
    const other = await signIn(server)
    await one.send('PATCH', path, { letterKeys: false })
    expect((await other.get('/auth/me')).json()).toMatchObject({ preferences: {} })
  })

  test.each([
    ['a field that is none', { colour: 'blue' }],
    ['a view without a name', { views: { customers: [{ name: '  ', search: '' }] } }],
    ['a text for a switch', { letterKeys: 'no' }],
  ])('reject %s', async (_, body) => {
    const browser = await signIn(server)
    expect((await browser.send('PATCH', path, body)).statusCode).toBe(400)
    expect((await browser.get('/auth/me')).json()).toMatchObject({ preferences: {} })
  })

  test('reject more than the limit per user, and keep the existing ones', async () => {
    const browser = await signIn(server)
    const views = Array.from({ length: 50 }, (_, index) => ({ name: `View ${index}`, search: 'x'.repeat(1900) }))
    expect((await browser.send('PATCH', path, { views: { customers: views } })).statusCode).toBe(200)
    expect((await browser.send('PATCH', path, { views: { qrs: views } })).json()).toMatchObject({
      statusCode: 413,
      error: 'payload_too_large',
    })
    expect((await browser.get('/auth/me')).json()).toMatchObject({ preferences: { views: { customers: views } } })
  })

  test('keep readable fields when this version can’t read another', async () => {
    const browser = await signIn(server)
    const readable = { views: { customers: [{ name: 'One', search: '' }] }, keys: { 'customer.ban': 'a x' } }
    await database.current.orm.update(staff).set({ preferences: { ...readable, columns: 'all', later: 1 } })
    expect((await browser.get('/auth/me')).json<{ preferences: Preferences }>().preferences).toEqual(readable)
    expect((await browser.send('PATCH', path, { letterKeys: false })).json()).toEqual({ ...readable, letterKeys: false })
  })

  test('count as empty if this version can’t read them', async () => {
    const browser = await signIn(server)
    await database.current.orm.update(staff).set({ preferences: { columns: 'all' } })
    expect((await browser.get('/auth/me')).json()).toMatchObject({ preferences: {} })
    expect((await browser.send('PATCH', path, { letterKeys: true })).json()).toEqual({ letterKeys: true })
  })
})
