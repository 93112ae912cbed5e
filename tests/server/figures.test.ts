import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { customers, subscriptionChanges } from '../../server/db/schema/customers.ts'
import { dailyFigures, figureMarks } from '../../server/db/schema/figures.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { qrDailyScans, qrs } from '../../server/db/schema/qrs.ts'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { rebuildDailyFigures } from '../../server/resources/figures/rebuild.ts'
import { refreshFigures } from '../../server/resources/figures/refresh.ts'
import { endOfDay, startOfDay } from '../../src/contract/dates.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments, insertQrs } from '../support/rows.ts'

/** Tricky days: 23 and 25 hours, ends of months and years, a leap day, the first day. */
const days = ['2022-05-20', '2023-12-31', '2024-02-29', '2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-11-01']

const instants = days.flatMap((day) => {
  const [first, last] = [startOfDay(day), endOfDay(day)]
  return [first - 1, first, first + 7200, Math.floor((first + last) / 2), last, last + 1]
})

const at = fc.constantFrom(...instants)
const day = fc.constantFrom(...days)
const people = 3
const id = fc.integer({ min: 1, max: people })
const row = fc.nat({ max: 7 })
const country = fc.constantFrom(null, 'es', 'fr', 'jp')
const cents = fc.integer({ min: 0, max: 5_000 })
const status = fc.constantFrom('trialing', 'active', 'past_due', 'canceled', 'unpaid', 'trial_ended', 'inactive')
const intent = fc.constantFrom('succeeded', 'succeeded', 'processing', 'canceled')

/** A possible change by us or by the product. It picks rows by their index among the existing ones. */
type Change = (db: Database, world: World) => Promise<unknown>

/** The ids of the rows created so far. */
interface World {
  payments: number[]
  refunds: number[]
  changes: number[]
  qrs: number[]
  next: number
}

/** A QR code that no change touches: it fixes the first day of scans, before which days keep their figures. */
const earlyQr = 1000

const pick = (ids: number[], place: number) => ids[place % Math.max(1, ids.length)]

/** Changes an existing row. Does nothing if there is none. */
const onRow =
  (list: keyof Omit<World, 'next'>, place: number, change: (db: Database, id: number, world: World) => Promise<unknown>): Change =>
  async (db, world) => {
    const found = pick(world[list], place)
    if (found !== undefined) await change(db, found, world)
  }

const changes: fc.Arbitrary<Change>[] = [
  fc
    .record({
      userId: id,
      country,
      amount: cents,
      stripePaymentIntentStatus: intent,
      confirmedAt: fc.option(at),
      discount: fc.constantFrom(null, 50, 75),
      trialPlan: fc.boolean(),
      stripeDisputeStatus: fc.constantFrom(null, null, 'lost'),
    })
    .map((payment) => async (db: Database, world: World) => {
      world.next += 1
      world.payments.push(...(await insertPayments(db, [{ id: world.next, ...payment }])))
    }),
  fc
    .record({
      place: row,
      set: fc.oneof(
        fc.record({ stripePaymentIntentStatus: intent }),
        fc.record({ confirmedAt: fc.option(at) }),
        fc.record({ country }),
        fc.record({ stripeDisputeStatus: fc.constantFrom(null, 'needs_response') }),
        fc.record({ finalAmount: cents }),
        fc.record({ discount: fc.constantFrom(null, 20, 50) }),
        fc.record({ userId: id }),
      ),
    })
    .map(({ place, set }) => onRow('payments', place, ({ orm }, found) => orm.update(payments).set(set).where(eq(payments.id, found)))),
  fc
    .record({ place: row, amount: cents, settledAt: fc.option(at), state: fc.constantFrom('succeeded', 'pending', 'failed') })
    .map(({ place, amount, settledAt, state }) =>
      onRow('payments', place, async ({ orm }, paymentId, world) => {
        world.next += 1
        await orm.execute(sql`delete from refunds where payment_id = ${paymentId} and state = 'pending'`)
        await orm.insert(refunds).values({
          id: world.next,
          paymentId,
          amount,
          finalAmount: amount,
          currency: 'eur',
          idempotencyKey: `key-${world.next}`,
          state,
          createdAt: testStart,
          settledAt,
        })
        world.refunds.push(world.next)
      }),
    ),
  fc
    .record({ place: row, state: fc.constantFrom('succeeded', 'failed'), settledAt: at })
    .map(({ place, ...set }) => onRow('refunds', place, ({ orm }, found) => orm.update(refunds).set(set).where(eq(refunds.id, found)))),
  fc
    .record({ userId: id, at, fromStatus: fc.option(status), toStatus: status })
    .map((change) => async ({ orm }: Database, world: World) => {
      world.next += 1
      await orm.insert(subscriptionChanges).values({ id: world.next, ...change })
      world.changes.push(world.next)
    }),
  fc
    .record({ place: row })
    .map(({ place }) =>
      onRow('changes', place, ({ orm }, found) => orm.delete(subscriptionChanges).where(eq(subscriptionChanges.id, found))),
    ),
  fc
    .record({
      who: id,
      set: fc.oneof(
        fc.record({ country }),
        fc.record({ referredBy: fc.constantFrom(null, 99) }),
        fc.record({ canceledAt: fc.option(at), subscriptionCanceledBy: fc.constantFrom(null, 'customer', 'admin', 'system') }),
        fc.record({ createdAt: at }),
        fc.record({ lastLogin: at }),
      ),
    })
    .map(
      ({ who, set }): Change =>
        ({ orm }) =>
          orm.update(customers).set(set).where(eq(customers.id, who)),
    ),
  fc.record({ who: id }).map(
    ({ who }): Change =>
      async (db, world) => {
        await db.orm.delete(customers).where(eq(customers.id, who))
        for (const [name, table] of Object.entries({ payments, refunds, changes: subscriptionChanges, qrs })) {
          const left = await db.orm.select({ id: table.id }).from(table)
          world[name as 'qrs'] = left.map((one) => one.id).filter((found) => found !== earlyQr)
        }
        await insertCustomers(db, [{ id: who, email: `again${who}@example.com`, country: 'es' }])
      },
  ),
  fc.record({ userId: id, createdAt: at, archived: fc.boolean() }).map((qr) => async (db: Database, world: World) => {
    world.next += 1
    world.qrs.push(...(await insertQrs(db, [{ id: world.next, ...qr }])))
  }),
  fc
    .record({
      place: row,
      set: fc.oneof(fc.record({ userId: id }), fc.record({ archived: fc.boolean() }), fc.record({ status: fc.constant(0) })),
    })
    .map(({ place, set }) => onRow('qrs', place, ({ orm }, found) => orm.update(qrs).set(set).where(eq(qrs.id, found)))),
  fc.record({ place: row, day, scans: fc.integer({ min: 1, max: 9 }) }).map(({ place, day: scanned, scans }) =>
    onRow('qrs', place, ({ orm }, qrId) =>
      orm
        .insert(qrDailyScans)
        .values({ qrId, day: scanned, scans, visits: 1 })
        .onConflictDoUpdate({ target: [qrDailyScans.qrId, qrDailyScans.day], set: { scans: sql`${qrDailyScans.scans} + ${scans}` } }),
    ),
  ),
]

/** Runs the job, or a part of it. */
const refresh = fc.constantFrom(1, 3, 1000, 1000).map(
  (most): Change =>
    ({ orm }) =>
      refreshFigures(orm, most),
)

/** Payments depend on one another the most, so they weigh more. */
const change = fc.oneof(...changes.map((arbitrary, index) => ({ arbitrary, weight: index < 2 ? 4 : 1 })), { arbitrary: refresh, weight: 5 })

async function makeWorld(database: Database): Promise<World> {
  await insertCustomers(database, [
    { id: 99 },
    ...Array.from({ length: people }, (_, index) => ({ id: index + 1, country: [null, 'es', 'fr'][index] })),
  ])
  await insertQrs(database, [{ id: earlyQr, userId: 99, archived: true }])
  await database.orm.insert(qrDailyScans).values({ qrId: earlyQr, day: '2022-05-19', scans: 1, visits: 1 })
  return { payments: [], refunds: [], changes: [], qrs: [], next: 0 }
}

describeEngines('daily figures', (engine) => {
  const database = engine.use()

  test('match the slow reference after any changes in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 50, size: 'max' }), async (list) => {
        await database.empty()
        const world = await makeWorld(database.current)
        for (const make of list) await make(database.current, world)
        expect((await checkFigures(database.current.orm)).differences).toEqual([])
        // The check computes missing days without storing them. This stores them.
        await refreshFigures(database.current.orm)
        expect(await database.current.orm.$count(figureMarks)).toBe(0)
        const kept = await database.current.orm.select().from(dailyFigures).orderBy(dailyFigures.day, dailyFigures.country)
        await database.current.orm.transaction(rebuildDailyFigures)
        expect(await database.current.orm.select().from(dailyFigures).orderBy(dailyFigures.day, dailyFigures.country)).toEqual(kept)
      }),
      { numRuns: engine.kind === 'embedded' ? 6 : 15, endOnFailure: true },
    )
  }, 240_000)
})
