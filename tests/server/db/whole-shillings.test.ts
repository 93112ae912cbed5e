import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { readMigrations } from '../../../server/db/migration-files.ts'
import { invoices } from '../../../server/db/schema/payments.ts'
import { sandboxPayments, sandboxRefunds } from '../../../server/db/schema/sandbox.ts'
import { checkFigures } from '../../../server/operate/figures/check.ts'
import { silentLog } from '../../../server/process/log.ts'
import { refreshFigures } from '../../../server/resources/figures/refresh.ts'
import { testStart as at } from '../../support/app.ts'
import { describeEngines } from '../../support/database.ts'
import { insertCustomers, insertPayments } from '../../support/rows.ts'

describeEngines('the migration of amounts in UGX', (engine) => {
  const database = engine.use()
  const rows = async (query: string) => (await database.current.pool.query<Record<string, unknown>>(query)).rows

  test('turns Stripe’s hundredths into shillings once, wherever they are, and corrects what a given rate multiplied [R59 stored amounts]', async () => {
    const { orm, pool } = database.current
    await pool.query('DROP SCHEMA public CASCADE')
    await pool.query('CREATE SCHEMA public')
    const migrations = readMigrations()
    const place = migrations.findIndex(({ tag }) => tag.endsWith('_whole_shillings'))
    await migrate(database.current, silentLog, migrations.slice(0, place))
    // Drizzle names it, and this migration does not know it yet.
    await pool.query('ALTER TABLE customers ADD support_access boolean')
    await insertCustomers(database.current, [
      // Their revenue: settled 1,000, less 500; a hundredfold 200,000, less 100,000.
      { planCurrency: 'ugx', planPrice: 4_000_000, planFinalPrice: 1_000, totalRevenue: 100_500 },
      { planCurrency: 'ugx', planPrice: 4_000_000, planFinalPrice: 100_000 },
      { planCurrency: 'kwd', planPrice: 5_000, planFinalPrice: 1_475, totalRevenue: 1_475 },
    ])
    await pool.query('ALTER TABLE customers DROP support_access')
    const paid = { currency: 'ugx', confirmedAt: at }
    await insertPayments(database.current, [
      { ...paid, amount: 4_000_000, finalAmount: 1_000, amountRefunded: 2_000_000, finalAmountRefunded: 500, refundCurrency: 'ugx' },
      { ...paid, amount: 8_000_000, finalAmount: 200_000, amountRefunded: 4_000_000, finalAmountRefunded: 100_000, refundCurrency: 'ugx' },
      { ...paid, amount: 50_000, finalAmount: 1_250, stripePaymentIntentStatus: 'canceled', confirmedAt: null },
      { amount: 5_000, finalAmount: 1_475, currency: 'kwd', userId: 3, confirmedAt: at },
      { amount: 500, finalAmount: 500, currency: 'jpy', userId: 3, stripePaymentIntentStatus: 'canceled' },
      { amount: 100, finalAmount: 1, currency: 'ugx', userId: 3, stripePaymentIntentStatus: 'canceled' },
    ])
    // Drizzle would name columns that this migration does not know yet.
    await orm.execute(sql`
      insert into refunds (payment_id, amount, final_amount, currency, idempotency_key, state, created_at, settled_at) values
        (1, 2000000, 500, 'ugx', 'key-1', 'succeeded', ${at}, ${at}),
        (2, 4000000, 100000, 'ugx', 'key-2', 'succeeded', ${at}, ${at})`)
    const invoice = { userId: 1, createdAt: at, currency: 'ugx', vatRate: 2_100, description: 'Pro' }
    await orm.insert(invoices).values([
      { ...invoice, number: '1', link: 'a', subtotal: 41_322, vatAmount: 8_678, total: 50_000 },
      { ...invoice, number: '2', link: 'b', subtotal: 4_132, vatAmount: 868, total: 5_000, currency: 'kwd' },
    ])
    await orm.execute(sql`
      insert into audit_log (actor_email, at, action, target_type, target_id, before, after)
      select 'ana@example.com', ${at}, 'payment.refund', type, id, before, after from (values
        ('payment', 1, '{"amountRefunded": 0}'::jsonb, '{"amountRefunded": 2000000, "reason": null}'::jsonb),
        ('payment', 4, '{"amountRefunded": 0}', '{"amountRefunded": 1000}'),
        ('customer', 1, null, '{"amountRefunded": 7}')) as said (type, id, before, after)`)
    const book = { intentId: 'pi_1', status: 'succeeded', invoiceStatus: 'paid', earlyFraud: false }
    await orm.insert(sandboxPayments).values({ ...book, currency: 'ugx', amount: 4_000_000, amountRefunded: 2_000_000 })
    await orm
      .insert(sandboxRefunds)
      .values({ id: 're_1', intentId: 'pi_1', key: 'key-1', amount: 2_000_000, status: 'succeeded', createdAt: at })
    await refreshFigures(orm)
    expect(await rows('SELECT gross, refunds FROM daily_totals')).toEqual([{ gross: 202_475, refunds: 100_500 }])

    expect((await migrate(database.current, silentLog))[0]).toContain('_whole_shillings')
    expect(await migrate(database.current, silentLog)).toEqual([])
    const amounts = 'amount, final_amount AS final, amount_refunded AS back, final_amount_refunded AS "finalBack"'
    expect(await rows(`SELECT ${amounts} FROM payments ORDER BY id`)).toEqual([
      { amount: 40_000, final: 1_000, back: 20_000, finalBack: 500 },
      { amount: 80_000, final: 2_000, back: 40_000, finalBack: 1_000 },
      { amount: 500, final: 13, back: 0, finalBack: 0 },
      { amount: 5_000, final: 1_475, back: 0, finalBack: 0 },
      { amount: 500, final: 500, back: 0, finalBack: 0 },
      { amount: 1, final: 1, back: 0, finalBack: 0 },
    ])
    expect(await rows('SELECT amount, final_amount AS final FROM refunds ORDER BY id')).toEqual([
      { amount: 20_000, final: 500 },
      { amount: 40_000, final: 1_000 },
    ])
    expect(await rows('SELECT subtotal, vat_amount AS vat, total FROM invoices ORDER BY id')).toEqual([
      { subtotal: 413, vat: 87, total: 500 },
      { subtotal: 4_132, vat: 868, total: 5_000 },
    ])
    expect(
      await rows('SELECT plan_price AS price, plan_final_price AS final, total_revenue AS revenue FROM customers ORDER BY id'),
    ).toEqual([
      { price: 40_000, final: 1_000, revenue: 1_500 },
      { price: 40_000, final: 1_000, revenue: 0 },
      { price: 5_000, final: 1_475, revenue: 1_475 },
    ])
    expect(await rows('SELECT before, after FROM audit_log ORDER BY id')).toEqual([
      { before: { amountRefunded: 0 }, after: { amountRefunded: 20_000, reason: null } },
      { before: { amountRefunded: 0 }, after: { amountRefunded: 1_000 } },
      { before: null, after: { amountRefunded: 7 } },
    ])
    expect(await rows('SELECT p.amount, p.amount_refunded AS back, r.amount AS refund FROM sandbox_payments p, sandbox_refunds r')).toEqual(
      [{ amount: 40_000, back: 20_000, refund: 20_000 }],
    )
    await refreshFigures(orm)
    expect(await rows('SELECT gross, refunds FROM daily_totals')).toEqual([{ gross: 4_475, refunds: 1_500 }])
    expect((await checkFigures(orm)).differences).toEqual([])
  })
})
