import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { customers, subscriptionChanges } from '../../server/db/schema/customers.ts'
import { dailyFigures, dailyTotals, figureMarks } from '../../server/db/schema/figures.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { qrDailyScans, qrs } from '../../server/db/schema/qrs.ts'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { rebuildDailyFigures } from '../../server/resources/figures/rebuild.ts'
import { refreshFigures } from '../../server/resources/figures/refresh.ts'
import { startOfDay } from '../../src/contract/dates.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments, insertQrs } from '../support/rows.ts'

describeEngines('daily figures of known rows', (engine) => {
  const database = engine.use()

  describe('known rows', () => {
    beforeEach(async () => {
      await database.empty()
      await insertCustomers(database.current, [{ country: 'es' }, { country: 'fr', referredBy: 1 }])
    })
    const figuresOf = async (asked: string) => {
      await refreshFigures(database.current.orm)
      return database.current.orm.select().from(dailyFigures).where(eq(dailyFigures.day, asked)).orderBy(dailyFigures.country)
    }

    test('midnight belongs to the new day, even if a day has 23 or 25 hours [R27 madrid days]', async () => {
      const midnights = ['2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26', '2026-11-01', '2027-01-01'].map(startOfDay)
      await insertPayments(
        database.current,
        midnights.flatMap((midnight, index) => [
          { id: index * 2 + 1, confirmedAt: midnight - 1, amount: 1 },
          { id: index * 2 + 2, confirmedAt: midnight, amount: 100 },
        ]),
      )
      await refreshFigures(database.current.orm)
      const rows = await database.current.orm.select({ day: dailyFigures.day, gross: dailyFigures.gross }).from(dailyFigures)
      expect(Object.fromEntries(rows.filter(({ gross }) => gross > 0).map((found) => [found.day, found.gross]))).toEqual({
        '2026-03-28': 1,
        '2026-03-29': 101,
        '2026-03-30': 100,
        '2026-10-24': 1,
        '2026-10-25': 101,
        '2026-10-26': 100,
        '2026-10-31': 1,
        '2026-11-01': 100,
        '2026-12-31': 1,
        '2027-01-01': 100,
      })
    })

    test('refunds count only while their payment does: an authorization given back takes nothing off', async () => {
      const { orm } = database.current
      const [paidDay, refundDay] = ['2026-05-02', '2026-05-20'].map(startOfDay)
      const money = { country: 'es', amount: 900, confirmedAt: paidDay ?? null }
      await insertPayments(database.current, [{ id: 1, ...money, stripePaymentIntentStatus: 'canceled' }])
      const refund = { paymentId: 1, amount: 900, finalAmount: 900, currency: 'eur', idempotencyKey: 'k', createdAt: testStart }
      await orm.insert(refunds).values({ ...refund, state: 'succeeded', settledAt: refundDay ?? null })
      expect(await figuresOf('2026-05-20')).toEqual([])
      await orm.update(payments).set({ stripePaymentIntentStatus: 'succeeded' })
      expect(await figuresOf('2026-05-20')).toMatchObject([{ refundCount: 1, refunds: 900 }])
      await orm.update(payments).set({ confirmedAt: null })
      expect(await figuresOf('2026-05-20')).toEqual([])
      expect((await checkFigures(orm)).differences).toEqual([])
    })

    // The tests above compare both engines, including days and clocks. The rest is the same on both.
    if (!engine.testsShared) return

    test('an earlier payment that arrives late turns the other one into a renewal', async () => {
      await insertPayments(database.current, [{ id: 1, userId: 2, confirmedAt: startOfDay('2026-05-02') }])
      expect(await figuresOf('2026-05-02')).toMatchObject([{ payments: 1, firstPayments: 1, referredPaid: 1 }])
      await insertPayments(database.current, [{ id: 2, userId: 2, confirmedAt: startOfDay('2026-05-01') }])
      expect(await figuresOf('2026-05-01')).toMatchObject([{ payments: 1, firstPayments: 1, referredPaid: 1 }])
      expect(await figuresOf('2026-05-02')).toMatchObject([{ payments: 1, firstPayments: 0, referredPaid: 0 }])
    })

    test('a customer who changes country takes along everything except money', async () => {
      const noon = startOfDay('2026-05-02') + 43_200
      await database.current.orm.insert(subscriptionChanges).values({ userId: 1, at: noon, toStatus: 'trialing' })
      await insertQrs(database.current, [{ id: 1, createdAt: noon }])
      await insertPayments(database.current, [{ country: 'es', confirmedAt: noon }])
      expect(await figuresOf('2026-05-02')).toMatchObject([{ country: 'es', newTrials: 1, newQrs: 1, payments: 1 }])
      await database.current.orm.update(customers).set({ country: 'jp' }).where(eq(customers.id, 1))
      // None of the customer's days is recomputed, however many there are.
      expect(await refreshFigures(database.current.orm)).toBe(0)
      expect(await figuresOf('2026-05-02')).toMatchObject([
        { country: 'es', newTrials: 0, newQrs: 0, payments: 1 },
        { country: 'jp', newTrials: 1, newQrs: 1, payments: 0 },
      ])
    })

    test('moving to other countries and back before a refresh leaves no trace', async () => {
      await database.current.orm.insert(subscriptionChanges).values({ userId: 1, at: startOfDay('2026-05-02'), toStatus: 'trialing' })
      const before = await figuresOf('2026-05-02')
      for (const country of ['jp', null, 'fr', 'es'])
        await database.current.orm.update(customers).set({ country }).where(eq(customers.id, 1))
      expect(await figuresOf('2026-05-02')).toEqual(before)
      expect((await checkFigures(database.current.orm)).differences).toEqual([])
    })

    test('recomputes all days if very many customers move at once', async () => {
      const crowd = Array.from({ length: 501 }, (_, index) => ({ id: 10 + index, country: 'fr', referredBy: 1 }))
      await insertCustomers(database.current, crowd)
      await refreshFigures(database.current.orm)
      await database.current.orm.update(customers).set({ country: 'jp' })
      expect(await refreshFigures(database.current.orm)).toBeNull()
      expect((await checkFigures(database.current.orm)).differences).toEqual([])
    })

    test('the check finds a total that differs from the sum of its countries', async () => {
      await insertPayments(database.current, [{ country: 'es', confirmedAt: startOfDay('2026-05-02'), amount: 700 }])
      await refreshFigures(database.current.orm)
      await database.current.orm.update(dailyTotals).set({ gross: 699 }).where(eq(dailyTotals.day, '2026-05-02'))
      expect((await checkFigures(database.current.orm)).differences).toEqual([
        { day: '2026-05-02', country: 'all countries', figure: 'gross', stored: 699, expected: 700 },
      ])
    })

    test('days before the first scans by QR keep their scans', async () => {
      await insertQrs(database.current, [{ id: 1, createdAt: testStart }])
      await database.current.orm.insert(dailyFigures).values({ day: '2026-04-01', country: 'es', scans: 77, visits: 7 })
      await database.current.orm.insert(qrDailyScans).values({ qrId: 1, day: '2026-05-01', scans: 3, visits: 2 })
      await insertPayments(database.current, [{ country: 'es', confirmedAt: startOfDay('2026-04-01') }])
      expect(await figuresOf('2026-04-01')).toMatchObject([{ scans: 77, visits: 7, payments: 1 }])
      expect(await figuresOf('2026-05-01')).toMatchObject([{ scans: 3, visits: 2 }])
      await database.current.orm.transaction(rebuildDailyFigures)
      expect(await figuresOf('2026-04-01')).toMatchObject([{ scans: 77, visits: 7, payments: 1 }])
    })

    test('changes irrelevant to figures mark nothing', async () => {
      await insertQrs(database.current, [{ id: 1 }])
      await insertPayments(database.current, [{ confirmedAt: testStart }])
      await refreshFigures(database.current.orm)
      await database.current.orm.update(customers).set({ lastLogin: 1, updatedAt: 2, totalRevenue: 3 })
      await database.current.orm.update(qrs).set({ status: 0, scans: 5, userId: 1 })
      await database.current.orm.update(payments).set({ amountRefunded: 1, version: 2 })
      expect(await database.current.orm.$count(figureMarks)).toBe(0)
    })
  })
})
