import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/db/connect.ts'
import { dailyFigures } from '../../server/db/schema/figures.ts'
import { refunds } from '../../server/db/schema/payments.ts'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { silentLog } from '../../server/process/log.ts'
import { refreshFigures } from '../../server/resources/figures/refresh.ts'
import { startOfDay } from '../../src/contract/dates.ts'
import { testStart } from '../support/app.ts'
import { copyDatabase, describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'

describeEngines('figures while others write', (engine) => {
  const database = engine.use()
  beforeEach(async () => {
    await database.empty()
    await insertCustomers(database.current, [{ country: 'es', referredBy: null }, { country: 'es' }])
  })

  test('stay consistent with two writers on the same days and constant reads', async () => {
    const { orm } = database.current
    const rounds = 12
    const writer = async (offset: number) => {
      for (let round = 0; round < rounds; round++) {
        const paid = {
          id: offset + round,
          userId: 1 + (round % 2),
          country: 'es',
          confirmedAt: testStart - (round % 5) * 86_400,
          amount: 100,
        }
        await orm.transaction(async (tx) => {
          await insertPayments({ ...database.current, orm: tx }, [paid])
          await tx.insert(refunds).values({
            paymentId: paid.id,
            amount: 40,
            finalAmount: 40,
            currency: 'eur',
            idempotencyKey: `key-${paid.id}`,
            state: 'succeeded',
            createdAt: testStart,
            settledAt: paid.confirmedAt,
          })
        })
      }
    }
    let isWriting = true
    const seen: { gross: number; refunds: number }[] = []
    const reader = async () => {
      while (isWriting) {
        await refreshFigures(orm)
        const [sums] = await orm
          .select({ gross: sql<number>`coalesce(sum(gross), 0)::bigint`, refunds: sql<number>`coalesce(sum(refunds), 0)::bigint` })
          .from(dailyFigures)
        if (sums) seen.push(sums)
      }
    }
    const readers = Promise.all([reader(), reader()])
    await Promise.all([writer(1), writer(1001)])
    isWriting = false
    await readers
    // A payment and its refund are written together and must never be seen apart.
    expect(seen.filter((sums) => sums.refunds * 100 !== sums.gross * 40)).toEqual([])
    expect(await checkFigures(orm)).toMatchObject({ differences: [] })
    await refreshFigures(orm)
    const [sums] = await orm.select({ gross: sql<number>`sum(gross)::bigint` }).from(dailyFigures)
    expect(sums?.gross).toBe(2 * rounds * 100)
  })
})

describe('figures during a long-running transaction (PostgreSQL)', () => {
  test('count a payment committed late and turn the other one into a renewal', async () => {
    const { settings, remove } = await copyDatabase()
    onTestFinished(remove)
    const database = await openDatabase(settings, silentLog)
    onTestFinished(() => database.close())
    const { orm, pool } = database
    await insertCustomers(database, [{ country: 'es' }])
    await insertPayments(database, [{ country: 'es', confirmedAt: testStart, amount: 5_000 }])
    await refreshFigures(orm)
    const slow = await pool.connect()
    try {
      await slow.query('begin')
      const columns =
        'id, user_id, email, currency, amount, final_amount, stripe_payment_intent_id, stripe_payment_intent_status, stripe_invoice_status, stripe_payment_method_type, created_at, confirmed_at, status, ref'
      await slow.query(
        `insert into payments (${columns}) values (901, 1, 'a@example.com', 'eur', 100, 100, 'pi_slow', 'succeeded', 'paid', 'card', 1, $1, 'paid', 'slow')`,
        [startOfDay('2024-05-01')],
      )
      await insertPayments(database, [{ id: 900, confirmedAt: startOfDay('2024-05-03') }])
      await refreshFigures(orm)
      const first = orm.select({ day: dailyFigures.day }).from(dailyFigures).where(sql`first_payments > 0`)
      expect(await first).toEqual([{ day: '2024-05-03' }])
      await slow.query('commit')
    } finally {
      slow.release()
    }
    await refreshFigures(orm)
    expect(
      await orm.select({ day: dailyFigures.day, first: dailyFigures.firstPayments }).from(dailyFigures).orderBy(dailyFigures.day),
    ).toEqual([
      { day: '2024-05-01', first: 1 },
      { day: '2024-05-03', first: 0 },
      { day: '2026-06-15', first: 0 },
    ])
    expect((await checkFigures(orm)).differences).toEqual([])
  })
})
