import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appLoginTokens, appSessions } from '../../server/db/schema/customer-records.ts'
import { coupons, customers, subscriptionChanges } from '../../server/db/schema/customers.ts'
import { qrs } from '../../server/db/schema/qrs.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { fromRecord } from '../../server/resources/customers/queries.ts'
import * as rules from '../../src/contract/customer-rules.ts'
import { subscriptionStatuses } from '../../src/contract/customer-status.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

const day = 86_400

interface Action {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  rule: (customer: rules.CustomerFacts) => rules.Refusal
  /** The action in the audit row. */
  audited: string
  /** Sets a state: if it is already set, the answer is 200 and nothing changes (ruling 53). */
  states?: true
}

const patch = (path: string, rule: Action['rule'], audited: string, body: object = {}): Action => ({
  method: 'PATCH',
  path,
  body,
  rule,
  audited,
})

const state = (...action: Parameters<typeof patch>): Action => ({ ...patch(...action), states: true })

/** Every customer action decided by a rule. */
const actions: Record<string, Action> = {
  'cancel at period end': patch('cancel-subscription', rules.whyNotCancelAtPeriodEnd, 'customer.cancel-at-period-end'),
  'cancel immediately': patch('cancel-immediately', rules.whyNotCancelImmediately, 'customer.cancel-immediately'),
  resume: patch('resume-subscription', rules.whyNotResume, 'customer.resume'),
  restore: state('restore', rules.whyNotRestore, 'customer.restore'),
  'extend trial': {
    method: 'POST',
    path: 'trial/extend',
    body: { days: 7 },
    rule: rules.whyNotExtendTrial,
    audited: 'customer.extend-trial',
  },
  ban: state('ban', rules.whyNotBan, 'customer.ban', { banned: true }),
  unban: state('ban', rules.whyNotUnban, 'customer.unban', { banned: false }),
  whitelist: state('', rules.whyNotWhitelist, 'customer.whitelist', { whitelisted: true }),
  unwhitelist: state('', rules.whyNotUnwhitelist, 'customer.unwhitelist', { whitelisted: false }),
  'disable 2FA': state('2fa/disable', rules.whyNotDisable2fa, 'customer.disable-2fa'),
  ...Object.fromEntries(
    rules.oauthProviders.map((provider) => [
      `reset OAuth ${provider}`,
      state(`reset-oauth/${provider}`, (customer) => rules.whyNotResetOauth(customer, provider), 'customer.reset-oauth'),
    ]),
  ),
  'attach discount': {
    method: 'POST',
    path: 'discount',
    body: { discount: 20 },
    rule: (customer) => rules.whyNotAttachDiscount(customer, 20),
    audited: 'customer.attach-discount',
  },
  'detach discount': patch('detach-discount', rules.whyNotDetachDiscount, 'customer.detach-discount'),
  sync: { method: 'POST', path: 'stripe/sync', body: {}, rule: rules.whyNotSync, audited: 'customer.sync' },
  'unarchive QRs': state('unarchive-qrs', rules.whyNotUnarchive, 'customer.unarchive-qrs'),
  'app login': { method: 'GET', path: 'app-login', rule: rules.whyNotAppLogin, audited: 'customer.app-login' },
  'delete note': { method: 'DELETE', path: 'note', rule: rules.whyNotDeleteNote, audited: 'note.delete' },
}

/** Customers of every raw status with each of these flags. */
const flags: Partial<typeof customers.$inferInsert>[] = [
  {},
  { willCancel: true },
  { deleted: true, deletedAt: testStart },
  { deleted: true, willCancel: true, banned: true, archived: 1 },
  { banned: true, whitelisted: true, is2faEnabled: true, archived: 1, facebookId: 'f', discount: 20 },
  { googleId: 'g', discount: 10 },
  { linkedinId: 'l', stripeCustomerId: 'cus_' },
]
const cells = [...subscriptionStatuses, null].flatMap((subscriptionStatus) => flags.map((flag) => ({ ...flag, subscriptionStatus })))

describeDatabase('actions on a customer', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }

  beforeAll(async () => {
    server = await buildTestApp(database.current)
    browser = await signIn(server, { rol: 2 })
    await database.current.orm.insert(coupons).values({ name: 'Twenty', percentOff: 20 })
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    for (const table of [auditLog, customers]) await database.current.orm.delete(table)
  })

  const send = (id: number, { method, path, body }: Pick<Action, 'method' | 'path' | 'body'>) => {
    const url = `/customers/${id}${path === '' ? '' : `/${path}`}`
    return method === 'GET' ? browser.get(url) : browser.send(method, url, body)
  }
  const run = (name: keyof typeof actions, id = 1) => {
    const action = actions[name]
    if (!action) throw new Error(`no action ${name}`)
    return send(id, action)
  }
  const stored = async (id = 1) => (await database.current.orm.select().from(customers).where(eq(customers.id, id)))[0]
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const changes = () => database.current.orm.select().from(subscriptionChanges).orderBy(asc(subscriptionChanges.id))

  test.each(Object.entries(actions))(
    '%s: in every status and with every flag, the server’s decision and message match the rule [1.4 every action]',
    async (_name, action) => {
      const customersOfCells = cells.map((cell, index) => ({
        ...cell,
        ...(cell.stripeCustomerId ? { stripeCustomerId: `cus_${index}` } : {}),
      }))
      const ids = await insertCustomers(database.current, customersOfCells)
      const read = () => database.current.orm.select().from(customers).orderBy(asc(customers.id))
      const before = await read()
      const expected: unknown[] = []
      const answered: unknown[] = []
      for (const [index, id] of ids.entries()) {
        const record = before[index]
        if (!record) throw new Error('a customer is missing')
        const refusal = action.rule(fromRecord(record, false))
        const reply = await send(id, action)
        const refused = action.states ? { id, isSo: true } : { id, statusCode: 409, error: 'unavailable_action', message: refusal }
        expected.push(refusal === null ? { id, statusCode: 200 } : refused)
        const body = reply.json<{ auditId?: number }>()
        const isSo = reply.statusCode === 200 && action.states && body.auditId === undefined
        answered.push(isSo ? { id, isSo } : reply.statusCode === 200 ? { id, statusCode: 200 } : { id, ...body })
      }
      expect(answered).toEqual(expected)
      const done = (answered as { id: number; statusCode: number }[]).filter(({ statusCode }) => statusCode === 200).map(({ id }) => id)
      expect((await audited()).map(({ action, targetType, targetId }) => ({ action, targetType, targetId }))).toEqual(
        done.map((targetId) => ({ action: action.audited, targetType: 'customer', targetId })),
      )
      const after = await read()
      expect(after.filter(({ id }) => !done.includes(id))).toEqual(before.filter(({ id }) => !done.includes(id)))
    },
  )

  test.each(Object.entries(actions))('%s: 404 for an unknown customer', async (_name, action) => {
    expect((await send(42, action)).json()).toEqual({ statusCode: 404, error: 'not_found', message: 'Customer 42 was not found.' })
    expect(await audited()).toEqual([])
  })

  describe('on a customer without a subscription at the provider', () => {
    // [1.7 cancel subscription] [1.7 cancel immediately] [1.7 resume subscription]
    test('cancels at period end, resumes, and cancels immediately', async () => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'active' }])
      const first = await run('cancel at period end')
      expect(first.json()).toEqual({ success: true, auditId: (await audited())[0]?.id, undoable: true })
      expect(await stored()).toMatchObject({
        subscriptionStatus: 'active',
        displayedStatus: 'canceled',
        willCancel: true,
        cancelAtPeriodEnd: true,
        canceledAt: server.clock.now(),
        version: 2,
      })
      await run('resume')
      expect(await stored()).toMatchObject({ displayedStatus: 'active', willCancel: false, cancelAtPeriodEnd: false, canceledAt: null })
      await run('cancel at period end')
      await run('cancel immediately')
      expect(await stored()).toMatchObject({
        subscriptionStatus: 'canceled',
        displayedStatus: 'canceled',
        willCancel: false,
        subscriptionEnded: server.clock.now(),
        version: 5,
      })
      expect(await changes()).toMatchObject([
        { fromStatus: 'active', toStatus: 'canceled', reason: 'canceled by staff', at: server.clock.now() },
      ])
      expect((await audited())[3]).toMatchObject({
        before: { subscriptionStatus: 'active', willCancel: true, cancelAtPeriodEnd: true, subscriptionEnded: null },
        after: { subscriptionStatus: 'canceled', willCancel: false, cancelAtPeriodEnd: false, subscriptionEnded: server.clock.now() },
        reversible: false,
      })
    })

    // [1.4 restore] [1.7 restore] [R36 restore]
    test('restore clears the deleted flag and shows as canceled, whatever was set before (ruling 36)', async () => {
      const left = { deleted: true, deletedAt: testStart, requiresAction: true, willCancel: true, subscriptionStatus: 'soft_deleted' }
      await insertCustomers(database.current, [left])
      expect((await run('restore')).statusCode).toBe(200)
      expect(await stored()).toMatchObject({
        deleted: false,
        deletedAt: null,
        subscriptionStatus: 'canceled',
        displayedStatus: 'canceled',
        willCancel: false,
      })
      expect(await changes()).toMatchObject([{ fromStatus: 'soft_deleted', toStatus: 'canceled', reason: 'account restored' }])
    })

    test('restore is refused if another account now has the e-mail address', async () => {
      const email = 'ana@example.com'
      await insertCustomers(database.current, [{ deleted: true, email }, { email: 'ANA@example.com' }])
      expect((await run('restore')).json()).toMatchObject({ statusCode: 409, error: 'email_conflict', message: 'Email already exists.' })
      expect(await stored()).toMatchObject({ deleted: true, version: 1 })
      expect(await audited()).toEqual([])
    })

    // [1.7 extend trial] [R35 trial days]
    test.each([
      ['trialing', testStart + 3 * day, testStart + 10 * day, 'trialing'],
      ['trialing', null, testStart + 7 * day, 'trialing'],
      ['incomplete', testStart - day, testStart + 7 * day, 'incomplete'],
      ['trial_ended', testStart - 40 * day, testStart + 7 * day, 'trialing'],
      ['canceled', testStart - 40 * day, testStart + 7 * day, 'trialing'],
      ['incomplete_expired', null, testStart + 7 * day, 'trialing'],
    ])(
      'trial of %s ending at %s, extended by 7 days, ends at %s and is %s',
      async (subscriptionStatus, triallingEndsAt, until, becomes) => {
        const canceledAt = subscriptionStatus === 'canceled' ? testStart - day : null
        await insertCustomers(database.current, [{ subscriptionStatus, triallingEndsAt, canceledAt, subscriptionEnded: canceledAt }])
        const reply = await run('extend trial')
        const [change] = await audited()
        expect(reply.json()).toEqual({ success: true, auditId: change?.id, undoable: false, triallingEndsAt: until })
        expect(await stored()).toMatchObject({ subscriptionStatus: becomes, displayedStatus: becomes, triallingEndsAt: until })
        expect(await stored()).toMatchObject({ canceledAt: null, subscriptionEnded: null })
        expect(change).toMatchObject({ before: { triallingEndsAt }, after: { triallingEndsAt: until } })
        expect(await changes()).toHaveLength(becomes === subscriptionStatus ? 0 : 1)
      },
    )

    test.each([
      [1, 200],
      [365, 200],
      [0, 400],
      [366, 400],
      [1.5, 400],
      ['7', 400],
      [null, 400],
    ])('extending a trial by %j days returns %i [R35 trial days]', async (days, statusCode) => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'trialing' }])
      const reply = await browser.send('POST', '/customers/1/trial/extend', { days })
      expect(reply.statusCode).toBe(statusCode)
      if (statusCode === 400)
        expect(reply.json()).toMatchObject({ error: 'bad_request', details: { days: 'Must be a whole number from 1 to 365.' } })
    })

    test('a trial is extended once by two concurrent requests for the same version', async () => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'trial_ended', stripeSubscriptionId: null }])
      const send = () => browser.send('POST', '/customers/1/trial/extend', { days: 30, version: 1 })
      const replies = await Promise.all([send(), send()])
      expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
      expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ error: 'stale' })
    })

    // [1.7 attach discount] [1.7 detach discount] [R35 coupon]
    test('a discount needs a coupon of that percentage, even without a customer at the provider', async () => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'trialing' }])
      expect((await browser.send('POST', '/customers/1/discount', { discount: 30 })).json()).toEqual({
        statusCode: 422,
        error: 'unprocessable',
        message: 'There is no coupon of 30 % (any more).',
        details: { discount: 'There is no coupon of 30 % (any more).' },
      })
      expect(await stored()).toMatchObject({ discount: null, version: 1 })
      expect((await run('attach discount')).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ discount: 20 })
      expect((await run('detach discount')).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ discount: null })
      expect((await audited()).map(({ before, after }) => ({ before, after }))).toEqual([
        { before: { discount: null }, after: { discount: 20 } },
        { before: { discount: 20 }, after: { discount: null } },
      ])
    })

    test.each([0, 101, 2.5, '20'])('a discount of %j is rejected', async (discount) => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'trialing' }])
      expect((await browser.send('POST', '/customers/1/discount', { discount })).json()).toMatchObject({ error: 'bad_request' })
    })
  })

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
      expect((await browser.send('PATCH', '/customers/1/reset-oauth/github', {})).statusCode).toBe(404)
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
          staffId: browser.staff.id,
          createdAt: server.clock.now(),
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
