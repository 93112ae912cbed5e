import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { customerNotes, emailActivity, events } from '../../server/db/schema/customer-records.ts'
import { subscriptionChanges } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import { readTimeline } from '../../server/resources/timeline/queries.ts'
import { timelineStatement } from '../../server/resources/timeline/statement.ts'
import { type TimelineEntry, type TimelineKind, timelineKinds, timelinePageSize } from '../../src/contract/timeline.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const payment = (id: number, userId: number, createdAt: number) => ({
  id,
  userId,
  createdAt,
  email: 'a@example.com',
  currency: 'eur',
  amount: 1_000,
  finalAmount: 1_000,
  stripePaymentIntentId: `pi_${id}`,
  stripePaymentIntentStatus: 'succeeded',
  stripeInvoiceStatus: 'paid',
  stripePaymentMethodType: 'card',
  status: 'paid',
  ref: `ref-${id}`,
})
const refund = (id: number, paymentId: number, createdAt: number, state = 'succeeded') => ({
  id,
  paymentId,
  createdAt,
  state,
  amount: 300,
  finalAmount: 300,
  currency: 'usd',
  idempotencyKey: `key-${id}`,
})
const audit = (id: number, targetType: string, targetId: number, at: number) => ({
  id,
  at,
  targetType,
  targetId,
  action: 'customer.ban' as const,
  actorEmail: 'marta@example.com',
})
const mail = (id: number, userId: number, date: number) => ({ id, userId, date, event: 'opened', subject: 'Hello', email: 'a@example.com' })
const event = (id: number, userId: number, date: number) => ({ id, userId, date, event: 'login', ip: '10.0.0.1' })
const change = (id: number, userId: number, at: number) => ({ id, userId, at, fromStatus: 'trialing', toStatus: 'active' })
const note = (userId: number, createdAt: number) => ({ userId, createdAt, note: 'Careful!', authorName: 'Marta' })

/** The times of each source's rows, in seconds. */
interface Line {
  signup: number
  payment: number[]
  refund: number[]
  status: number[]
  ofCustomer: number[]
  ofPayment: number[]
  email: number[]
  event: number[]
  note: number | null
}

/** Writes a timeline for customer 1, interleaved with an identical one for customer 2. */
async function write(database: Database, line: Line): Promise<void> {
  const { orm } = database
  await insertCustomers(database, [{ createdAt: line.signup }, { createdAt: line.signup }])
  // Of two neighbouring ids, each customer gets one.
  const both = <Row>(times: number[], make: (id: number, user: number, at: number) => Row) =>
    times.flatMap((at, index) => [make(2 * index + 1, 1, at), make(2 * index + 2, 2, at)])
  const [first] = line.payment
  const insert = async (rows: object[], into: (rows: never[]) => PromiseLike<unknown>) => {
    if (rows.length > 0) await into(rows as never[])
  }
  await insert(both(line.payment, payment), (rows) => orm.insert(payments).values(rows))
  if (first !== undefined) {
    await insert(
      both(line.refund, (id, user, at) => refund(id, user, at)),
      (rows) => orm.insert(refunds).values(rows),
    )
    await insert(
      both(line.ofPayment, (id, user, at) => audit(id + 5_000, 'payment', user, at)),
      (rows) => orm.insert(auditLog).values(rows),
    )
  }
  await insert(both(line.status, change), (rows) => orm.insert(subscriptionChanges).values(rows))
  await insert(
    both(line.ofCustomer, (id, user, at) => audit(id, 'customer', user, at)),
    (rows) => orm.insert(auditLog).values(rows),
  )
  await insert(both(line.email, mail), (rows) => orm.insert(emailActivity).values(rows))
  await insert(both(line.event, event), (rows) => orm.insert(events).values(rows))
  if (line.note !== null) await orm.insert(customerNotes).values([note(1, line.note), note(2, line.note)])
}

/** The expected timeline of customer 1, computed by hand. */
function expected(line: Line, kinds: readonly TimelineKind[]): { id: string; at: number }[] {
  const numbered = (kind: TimelineKind, times: number[], from = 0) => times.map((at, index) => ({ kind, at, id: from + 2 * index + 1 }))
  const hasPayments = line.payment.length > 0
  return [
    ...numbered('signup', [line.signup]),
    ...numbered('payment', line.payment),
    ...numbered('refund', hasPayments ? line.refund : []),
    ...numbered('status', line.status),
    ...numbered('staff', line.ofCustomer),
    ...numbered('staff', hasPayments ? line.ofPayment : [], 5_000),
    ...numbered('email', line.email),
    ...numbered('event', line.event),
    ...(line.note === null ? [] : numbered('note', [line.note])),
  ]
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted((a, b) => b.at - a.at || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : b.id - a.id))
    .map(({ kind, id, at }) => ({ id: `${kind}:${id}`, at }))
}

interface PlanNode {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** The number of rows that a plan reads from tables and indexes. */
function rowsRead(node: PlanNode): number {
  const isScan = /Scan/.test(node['Node Type']) && node['Node Type'] !== 'Subquery Scan'
  const own = isScan ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0)
}

async function walk({ orm }: Database, kinds?: TimelineKind[]): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = []
  let before: string | undefined
  do {
    const { rows, next } = await readTimeline(orm, 1, { kinds, before })
    expect(rows.length).toBeLessThanOrEqual(timelinePageSize)
    // Only the last page may be short, and only an empty timeline has an empty page.
    if (next !== null) expect(rows).toHaveLength(timelinePageSize)
    if (before !== undefined) expect(rows).not.toHaveLength(0)
    entries.push(...rows)
    before = next ?? undefined
  } while (before !== undefined)
  return entries
}

describeDatabase('the timeline of a customer', (engine) => {
  const database = engine.use()

  describe('its pages', () => {
    beforeEach(() => database.empty())

    // Few seconds and many entries, so that most share a second with others, also across pages.
    const times = fc.array(fc.integer({ min: 1_000, max: 1_004 }), { maxLength: 90 })
    const line = fc.record({
      signup: fc.integer({ min: 1_000, max: 1_004 }),
      payment: times,
      refund: times,
      status: times,
      ofCustomer: times,
      ofPayment: times,
      email: times,
      event: times,
      note: fc.option(fc.integer({ min: 1_000, max: 1_004 })),
    })
    const filter = fc.option(fc.subarray([...timelineKinds]), { nil: undefined })

    test('together contain every entry once and in order, for any filter', async () => {
      await fc.assert(
        fc
          .asyncProperty(line, fc.array(filter, { minLength: 2, maxLength: 4 }), async (drawn, filters) => {
            await write(database.current, drawn)
            for (const kinds of [undefined, ...filters]) {
              const entries = await walk(database.current, kinds)
              const all = kinds === undefined || kinds.length === 0 ? timelineKinds : kinds
              expect(entries.map(({ id, at }) => ({ id, at }))).toEqual(expected(drawn, all))
            }
          })
          .beforeEach(() => database.empty()),
        { numRuns: 15 },
      )
    })

    test('are full when the timeline ends on a page boundary', async () => {
      const none = { payment: [], refund: [], status: [], ofCustomer: [], ofPayment: [], email: [], note: null }
      const event = Array.from({ length: 2 * timelinePageSize }, () => 1_000)
      await write(database.current, { ...none, signup: 900, event: event.slice(1) })
      const first = await readTimeline(database.current.orm, 1, {})
      const second = await readTimeline(database.current.orm, 1, { before: first.next ?? '' })
      expect([first.rows.length, second.rows.length, second.next]).toEqual([timelinePageSize, timelinePageSize, null])
      expect(second.rows.at(-1)?.kind).toBe('signup')
    })

    test('read few rows even from a timeline of many thousand entries', async () => {
      const { orm } = database.current
      await insertCustomers(database.current, [{ createdAt: 0 }, { createdAt: 0 }])
      for (const statement of [
        sql`insert into events (user_id, event, date) select 1 + n % 2, 'login', n / 4 from generate_series(1, 40000) n`,
        sql`insert into email_activity (user_id, event, subject, email, date)
          select 1 + n % 2, 'opened', 'Hello', 'a@example.com', n / 4 from generate_series(1, 40000) n`,
        sql`insert into audit_log (at, actor_email, action, target_type, target_id)
          select n / 4, 'marta@example.com', 'customer.ban', 'customer', 1 + n % 2 from generate_series(1, 40000) n`,
        sql`insert into subscription_changes (user_id, at, to_status) select 1 + n % 2, n / 4, 'active' from generate_series(1, 40000) n`,
        sql`analyze`,
      ])
        await orm.execute(statement)
      for (const cursor of [null, { at: 5_000, kind: 'event', id: 20_001 }, { at: 4_000, kind: 'note', id: 1 }] as const) {
        const statement = timelineStatement(1, timelineKinds, cursor, timelinePageSize + 1)
        const { rows } = await orm.execute<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(sql`explain (analyze, format json) ${statement}`)
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
        if (!plan) throw new Error('no plan was answered')
        expect(plan['Actual Rows']).toBe(timelinePageSize + 1)
        expect(rowsRead(plan)).toBeLessThan(20 * timelinePageSize)
      }
    })
  })

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
