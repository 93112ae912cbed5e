import { createHash } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { appLoginTokens, appSessions } from '../../server/db/schema/customer-records.ts'
import { qrs } from '../../server/db/schema/qrs.ts'
import { testStart } from '../support/app.ts'
import { useCustomerActions } from '../support/customer-actions.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'

describeDatabase('actions on a customer’s account', (engine) => {
  const world = useCustomerActions(engine)
  const { database, run, stored, audited, changes } = world

  describe('on the account', () => {
    test('turns two-factor off, and unlinks logins one by one or all at once [1.4 reset oauth] [1.7 disable 2fa]', async () => {
      await insertCustomers(database.current, [{ is2faEnabled: true, facebookId: 'f', googleId: 'g', linkedinId: 'l' }])
      await run('disable 2FA')
      await run('reset OAuth google')
      expect(await stored()).toMatchObject({ is2faEnabled: false, facebookId: 'f', googleId: null, linkedinId: 'l' })
      await run('reset OAuth all')
      expect(await stored()).toMatchObject({ facebookId: null, googleId: null, linkedinId: null })
      expect((await audited()).map(({ before, after, reversible }) => ({ before, after, reversible }))).toEqual([
        { before: { is2faEnabled: true }, after: { is2faEnabled: false }, reversible: false },
        { before: { googleId: 'g' }, after: { googleId: null }, reversible: false },
        { before: { facebookId: 'f', linkedinId: 'l' }, after: { facebookId: null, linkedinId: null }, reversible: false },
      ])
    })

    test('an unknown login provider responds with 404 [1.7 reset oauth]', async () => {
      await insertCustomers(database.current, [{ googleId: 'g' }])
      expect((await world.browser.send('PATCH', '/customers/1/reset-oauth/github', {})).statusCode).toBe(404)
    })

    test('unarchives the customer and all of their QRs, and nobody else’s [1.4 unarchive] [1.7 unarchive qrs]', async () => {
      await insertCustomers(database.current, [{ archived: 1 }, { archived: 1 }])
      await insertQrs(database.current, [{ archived: true }, { archived: true, status: 2 }, {}, { archived: true, userId: 2 }])
      await run('unarchive QRs')
      expect(await stored()).toMatchObject({ archived: 0 })
      const rows = await database.current.orm.select().from(qrs).orderBy(asc(qrs.id))
      expect(rows.map(({ archived, status, version }) => ({ archived, status, version }))).toEqual([
        { archived: false, status: 1, version: 2 },
        { archived: false, status: 2, version: 2 },
        { archived: false, status: 1, version: 1 },
        { archived: true, status: 1, version: 1 },
      ])
    })

    test('only one of many concurrent requests succeeds, with one audit row', async () => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'active', willCancel: true }])
      const codes = await Promise.all(Array.from({ length: 6 }, async () => (await run('cancel immediately')).statusCode))
      expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
      expect(await audited()).toHaveLength(1)
      expect(await changes()).toHaveLength(1)
    })
  })

  describe('GET app-login (ruling 37)', () => {
    // [1.2 app login] [1.4 app login] [1.7 app login]
    test('returns a one-time URL, stores only the hash of its token, and is not cached', async () => {
      await insertCustomers(database.current, [{ banned: true }])
      const reply = await run('app login')
      const { url } = reply.json<{ url: string }>()
      const token = /^https:\/\/app\.example\/app\/my-qr-codes\?token=([\w-]{43})$/.exec(url)?.[1] ?? ''
      expect(reply.headers['cache-control']).toBe('no-store')
      const rows = await database.current.orm.select().from(appLoginTokens)
      expect(rows).toEqual([
        {
          tokenHash: createHash('sha256').update(token).digest('hex'),
          userId: 1,
          staffId: world.browser.staff.id,
          mode: 'look',
          reason: null,
          createdAt: world.server.clock.now(),
          usedAt: null,
        },
      ])
      expect(JSON.stringify(await audited())).not.toContain(token)
      expect((await run('app login')).json<{ url: string }>().url).not.toBe(url)
      expect(await stored()).toMatchObject({ version: 1 })
    })

    test('is refused for a deleted account, without creating a token [R37 refused and audited]', async () => {
      await insertCustomers(database.current, [{ deleted: true }])
      expect((await run('app login')).json()).toMatchObject({ statusCode: 409, message: 'The account is deleted.' })
      expect(await database.current.orm.select().from(appLoginTokens)).toEqual([])
    })
  })

  test('a ban ends open app sessions, but an unban does not', async () => {
    await insertCustomers(database.current, [{}])
    const open = async () => (await database.current.orm.select().from(appSessions)).filter(({ endedAt }) => endedAt === null)
    await database.current.orm.insert(appSessions).values({ userId: 1, createdAt: testStart })
    await run('ban')
    expect(await open()).toHaveLength(0)
    await database.current.orm.insert(appSessions).values({ userId: 1, createdAt: testStart })
    await run('unban')
    expect(await open()).toHaveLength(1)
  })
})
