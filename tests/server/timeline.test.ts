import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerNotes, emailActivity, events } from '../../server/db/schema/customer-records.ts'
import { subscriptionChanges } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import type { TimelineEntry } from '../../src/contract/timeline.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { audit, change, event, mail, note, payment, refund } from '../support/timeline-rows.ts'

describeDatabase('the timeline of a customer', (engine) => {
  const database = engine.use()

  describe('GET /customers/{id}/timeline', () => {
    let server: TestApp
    let browser: Browser

    beforeAll(async () => {
      await database.empty()
      server = await buildTestApp(database.current)
      browser = await signIn(server, { rol: 2 })
      const { orm } = database.current
      await insertCustomers(database.current, [{ createdAt: 1_000 }, {}])
      const [jon] = await orm.insert(staff).values({ name: 'Jon', email: 'jon@example.com', passwordHash: '', createdAt: 0 }).returning()
      await orm.insert(payments).values([payment(1, 1, 1_010), payment(2, 2, 1_010)])
      await orm
        .insert(refunds)
        .values([
          { ...refund(1, 1, 1_020), reason: 'Asked for it', staffId: jon?.id ?? null },
          refund(2, 1, 1_021, 'failed'),
          { ...refund(3, 1, 1_022, 'pending'), staffEmail: 'gone@example.com' },
          refund(4, 2, 1_023),
        ])
      await orm.insert(subscriptionChanges).values([{ ...change(1, 1, 1_001), fromStatus: null }])
      await orm
        .insert(auditLog)
        .values([
          { ...audit(1, 'customer', 1, 1_030), before: { banned: false }, after: { banned: true } },
          { ...audit(2, 'payment', 1, 1_031), action: 'payment.refund', after: { amountRefunded: 300 } },
          audit(3, 'payment', 2, 1_032),
          audit(4, 'customer', 2, 1_033),
          audit(5, 'qr', 1, 1_034),
        ])
      await orm.insert(emailActivity).values([mail(1, 1, 1_040)])
      await orm.insert(events).values([event(1, 1, 1_050)])
      await orm.insert(customerNotes).values([note(1, 1_060)])
    })
    afterAll(() => server.app.close())

    const get = async (query = '') => {
      const reply = await browser.get(`/customers/1/timeline${query}`)
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json<{ rows: TimelineEntry[]; next: string | null }>()
    }
    const nothing = { detail: null, amount: null, currency: null, actor: null, before: null, after: null }

    test('merges everything that happened to the customer, newest first [1.7 timeline]', async () => {
      const entries: TimelineEntry[] = [
        { ...nothing, id: 'note:1', kind: 'note', at: 1_060, what: 'note', detail: 'Careful!', actor: 'Marta' },
        { ...nothing, id: 'event:1', kind: 'event', at: 1_050, what: 'login', detail: '10.0.0.1' },
        { ...nothing, id: 'email:1', kind: 'email', at: 1_040, what: 'opened', detail: 'Hello' },
        {
          ...nothing,
          id: 'staff:2',
          kind: 'staff',
          at: 1_031,
          what: 'payment.refund',
          detail: 'ref-1',
          actor: 'marta@example.com',
          after: { amountRefunded: 300 },
        },
        {
          ...nothing,
          id: 'staff:1',
          kind: 'staff',
          at: 1_030,
          what: 'customer.ban',
          actor: 'marta@example.com',
          before: { banned: false },
          after: { banned: true },
        },
        { ...nothing, id: 'refund:3', kind: 'refund', at: 1_022, what: 'pending', amount: 300, currency: 'usd', actor: 'gone@example.com' },
        {
          ...nothing,
          id: 'refund:1',
          kind: 'refund',
          at: 1_020,
          what: 'succeeded',
          detail: 'Asked for it',
          amount: 300,
          currency: 'usd',
          actor: 'Jon',
        },
        { ...nothing, id: 'payment:1', kind: 'payment', at: 1_010, what: 'succeeded', detail: 'ref-1', amount: 1_000, currency: 'eur' },
        { ...nothing, id: 'status:1', kind: 'status', at: 1_001, what: 'active' },
        { ...nothing, id: 'signup:1', kind: 'signup', at: 1_000, what: 'signup' },
      ]
      expect(await get()).toEqual({ rows: entries, next: null })
    })

    test.each<[string, string[]]>([
      ['?kinds=', ['note:1', 'event:1', 'email:1', 'staff:2', 'staff:1', 'refund:3', 'refund:1', 'payment:1', 'status:1', 'signup:1']],
      ['?kinds=staff', ['staff:2', 'staff:1']],
      ['?kinds=signup,refund,signup', ['refund:3', 'refund:1', 'signup:1']],
      ['?before=1030:staff:2', ['staff:1', 'refund:3', 'refund:1', 'payment:1', 'status:1', 'signup:1']],
      ['?kinds=payment,status&before=1010:payment:1', ['status:1']],
      // Within a second, kinds sort by name.
      ['?kinds=staff&before=1031:event:1', ['staff:2', 'staff:1']],
      ['?kinds=event,email&before=1050:staff:1', ['email:1']],
      ['?before=0:signup:1', []],
      ['?kinds=signup&before=99999999999:signup:9999999999', ['signup:1']],
    ])('%s', async (query, ids) => {
      expect((await get(query)).rows.map(({ id }) => id)).toEqual(ids)
    })

    test('returns no notes or e-mails for a customer who only signed up', async () => {
      const reply = await browser.get('/customers/2/timeline?kinds=note,email')
      expect(reply.json()).toEqual({ rows: [], next: null })
    })

    test.each(['99', '0', 'ana', '99999999999'])('responds with 404 for unknown customer %s', async (id) => {
      expect((await browser.get(`/customers/${id}/timeline`)).json()).toMatchObject({ statusCode: 404, error: 'not_found' })
    })

    test.each([
      ['kinds', 'payments'],
      ['kinds', 'note,x'],
      ['before', 'x'],
      ['before', '1:nothing:1'],
      ['before', '1:note:1:2'],
      ['before', '-1:note:1'],
    ])('responds with 400 naming an invalid %s (%s)', async (field, value) => {
      expect((await browser.get(`/customers/1/timeline?${field}=${value}`)).json()).toMatchObject({
        statusCode: 400,
        details: { [field]: expect.any(String) as string },
      })
    })
  })
})
