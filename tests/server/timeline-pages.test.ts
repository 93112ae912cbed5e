import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { customerNotes, emailActivity, events } from '../../server/db/schema/customer-records.ts'
import { subscriptionChanges } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { readTimeline } from '../../server/resources/timeline/queries.ts'
import { timelineStatement } from '../../server/resources/timeline/statement.ts'
import { type TimelineEntry, type TimelineKind, timelineKinds, timelinePageSize } from '../../src/contract/timeline.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { audit, change, event, mail, note, payment, refund } from '../support/timeline-rows.ts'

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

describeDatabase('the timeline of a customer, page by page', (engine) => {
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
})
