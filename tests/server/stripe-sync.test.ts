import { expect, test } from 'vitest'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { refreshFigures } from '../../server/resources/figures/refresh.ts'
import { receiveEvent } from '../../server/resources/provider-events/receive.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { stripeObjects as make } from '../support/stripe-objects.ts'
import { counted, day, t, useStripeSync } from '../support/stripe-sync.ts'

describeEngines('npm run stripe-sync', (engine) => {
  const stripe = useStripeSync(engine)
  const { compareSides, database, everything, fill, open, rows, run } = stripe

  test('imports every type of object, matched by id, metadata or e-mail; a second run changes nothing', { timeout: 60_000 }, async () => {
    await fill()
    const { counts, leftOut } = await run()
    expect(counted(counts)).toEqual({
      charges: { same: 7 },
      coupons: { new: 1, same: 1 },
      customers: { same: 1, new: 2, unmatched: 2 },
      payments: { new: 6, unmatched: 1 },
      refunds: { new: 3, unmatched: 1 },
      invoices: { changed: 2 },
      disputes: { new: 1 },
      warnings: { new: 1 },
      subscriptions: { new: 3, unmatched: 1 },
    })
    expect(leftOut.get('customers')).toEqual({
      cus_4: '2 customers have its e-mail',
      cus_5: 'no customer has its id, metadata or e-mail',
    })
    const onPro = { status: 'active', discount: 50, plan: 'Pro', planId: 1, price: 2000, months: 1, last4: '4242' }
    const noPlan = { status: null, discount: null, plan: null, planId: null, price: null, months: null }
    expect(
      await rows(
        'id, stripe_customer_id AS cus, stripe_subscription_id AS sub, subscription_status AS status, discount, plan_name AS plan, plan_id AS "planId", plan_final_price AS price, plan_months AS months, total_revenue AS revenue, last4 FROM customers WHERE id < 4 ORDER BY id',
      ),
    ).toEqual([
      { ...onPro, id: 1, cus: 'cus_1', sub: 'sub_1', revenue: 2000 + 1800 },
      { ...onPro, id: 2, cus: 'cus_2', sub: 'sub_3', revenue: 2000 },
      { ...onPro, ...noPlan, id: 3, cus: 'cus_3', sub: null, revenue: 0 },
    ])
    expect(
      await rows('user_id AS "user", at, from_status AS "from", to_status AS "to" FROM subscription_changes ORDER BY user_id, at'),
    ).toEqual([
      { user: 1, at: t, from: null, to: 'trialing' },
      { user: 1, at: t + 7 * day, from: 'trialing', to: 'active' },
      { user: 2, at: t, from: null, to: 'active' },
      { user: 2, at: t + 40 * day, from: 'active', to: 'canceled' },
      { user: 2, at: t + 60 * day, from: null, to: 'active' },
    ])
    expect(
      await rows(
        'id, user_id AS "user", stripe_payment_intent_id AS pi, amount, final_amount AS final, amount_refunded AS back, final_amount_refunded AS "finalBack", stripe_payment_intent_status AS status, stripe_invoice_status AS invoice, stripe_dispute_status AS dispute, early_fraud AS warned, discount, ref, country FROM payments ORDER BY id',
      ),
    ).toMatchObject([
      {
        id: 1,
        user: 1,
        pi: 'pi_1',
        amount: 2000,
        final: 2000,
        back: 0,
        invoice: 'paid',
        dispute: 'lost',
        discount: 50,
        ref: 'A-1',
        country: 'es',
      },
      { id: 2, user: 1, pi: 'pi_2', amount: 3000, final: 2700, back: 1000, finalBack: 900, ref: 'pi_2' },
      { id: 3, user: 2, pi: 'pi_3', back: 2000, finalBack: 2000, warned: false },
      { id: 4, user: 3, pi: 'pi_4', status: 'requires_payment_method', invoice: 'uncollectible' },
      { id: 5, user: 3, pi: 'pi_5', final: 1800, status: 'requires_payment_method', invoice: 'open' },
      { id: 6, user: 2, pi: 'pi_7', warned: true },
    ])
    expect(
      await rows(
        'payment_id AS payment, amount, final_amount AS final, state, provider_refund_id AS re, settled_at AS at FROM refunds ORDER BY id',
      ),
    ).toEqual([
      { payment: 2, amount: 1000, final: 900, state: 'succeeded', re: 're_1', at: t + 50 * day },
      { payment: 3, amount: 500, final: 500, state: 'succeeded', re: 're_2', at: t + 51 * day },
      { payment: 3, amount: 1500, final: 1500, state: 'succeeded', re: 're_3', at: t + 52 * day },
    ])
    // Past invoices are not created again.
    expect(await rows('id FROM invoices')).toEqual([])
    await refreshFigures(database.current.orm)
    expect(await checkFigures(database.current.orm)).toMatchObject({ differences: [] })
    expect(
      await rows(
        'sum(gross)::int AS gross, sum(refunds)::int AS refunds, sum(new_subscriptions)::int AS started, sum(upgraded_from_trial)::int AS upgraded FROM daily_figures',
      ),
    ).toMatchObject([{ gross: 8700, refunds: 2900, started: 3, upgraded: 1 }])
    const before = await everything()
    const again = counted((await run()).counts)
    expect(Object.values(again).every((count) => count['new'] === undefined && count['changed'] === undefined)).toBe(true)
    expect(await everything()).toEqual(before)
  })

  test('imports changes that came without a notification and audits them', async () => {
    await fill()
    await run()
    Object.assign(stripe.account.get('sub_1'), { status: 'canceled', ended_at: testStart - 5, canceled_at: testStart - 5 })
    Object.assign(stripe.account.get('pi_4'), { status: 'succeeded', amount_received: 2000 })
    stripe.account.get('in_4')['status'] = 'paid'
    stripe.account.get('dp_1')['status'] = 'won'
    stripe.account.add(make.refund('re_9', 'pi_1', testStart - 9, 300))
    stripe.account.get('ch_pi_1')['amount_refunded'] = 300
    const { counts } = await run()
    expect(counted(counts)).toMatchObject({
      payments: { changed: 2, same: 4, unmatched: 1 },
      subscriptions: { changed: 1 },
    })
    expect(await rows('amount_refunded AS back, stripe_dispute_status AS dispute FROM payments WHERE id = 1')).toEqual([
      { back: 300, dispute: 'won' },
    ])
    expect(await rows('subscription_status AS status FROM customers WHERE id = 1')).toEqual([{ status: 'canceled' }])
    // It is paid only now, so we create the invoice.
    expect(await rows('payment_id AS payment FROM invoices')).toEqual([{ payment: 4 }])
    expect(await rows(`count(*) AS n FROM audit_log WHERE actor_email = 'payment provider' AND target_type = 'customer'`)).toEqual([
      { n: 1 },
    ])
    expect(
      Object.values(counted((await run()).counts)).every((count) => count['changed'] === undefined && count['new'] === undefined),
    ).toBe(true)
  })

  test('stores a payment first reported by a webhook, with its invoice', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    stripe.account.add(
      make.customer('cus_1', t),
      ...make.payment('pi_1', 'cus_1', testStart - 60),
      ...make.payment('pi_2', 'cus_9', testStart),
    )
    const event = { type: 'payment_intent.succeeded', createdAt: testStart, customerId: null }
    expect(await receiveEvent(open(), { ...event, id: 'evt_1', intentId: 'pi_1' })).toBe(true)
    expect(await receiveEvent(open(), { ...event, id: 'evt_1', intentId: 'pi_1' })).toBe(false)
    // A payment of nobody here.
    expect(await receiveEvent(open(), { ...event, id: 'evt_2', intentId: 'pi_2' })).toBe(true)
    expect(await rows('stripe_payment_intent_id AS pi, user_id AS "user", amount FROM payments')).toEqual([
      { pi: 'pi_1', user: 1, amount: 2000 },
    ])
    expect(await rows('total, payment_id AS payment FROM invoices')).toEqual([{ total: 2000, payment: 1 }])
    expect(await rows('total_revenue AS revenue FROM customers')).toEqual([{ revenue: 2000 }])
    expect(counted((await run()).counts)['payments']).toEqual({ same: 1, unmatched: 1 })
  })
  if (!engine.testsShared) return

  test('--since leaves out earlier payments but no customers or subscriptions', async () => {
    await fill()
    const since = t + 42 * day
    const { counts } = await run({ since })
    expect(counted(counts)).toMatchObject({ customers: { new: 2 }, payments: { new: 3, unmatched: 1 }, subscriptions: { new: 3 } })
    expect(stripe.account.seen.filter((call) => call.includes('payment_intents?')).at(-1)).toContain('ending_before=pi_3')
    expect((await compareSides(since)).map((line) => line.split(' ')[0])).toEqual([
      'customers',
      'paid',
      'payments',
      'refunded',
      'subscribers:',
    ])
  })

  test('a comparison lists differences by month and currency', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }, { stripeCustomerId: 'cus_gone' }])
    stripe.account.add(
      make.customer('cus_1', t),
      ...make.payment('pi_1', 'cus_1', t),
      ...make.payment('pi_2', 'cus_1', t, { refunded: 100 }),
    )
    stripe.account.add(make.refund('re_1', 'pi_2', t + day, 100))
    await run()
    await database.current.pool.query(`UPDATE payments SET amount = 1999 WHERE stripe_payment_intent_id = 'pi_1'`)
    await database.current.pool.query(`DELETE FROM refunds`)
    const month = new Date(t * 1000).toISOString().slice(0, 7)
    expect(await compareSides()).toEqual([
      `paid ${month} eur: Stripe has 2 (40,00\u00a0€), Quaydesk 2 (39,99\u00a0€).`,
      `refunded ${month} eur: Stripe has 1 (1,00\u00a0€), Quaydesk 0 (0,00\u00a0€).`,
    ])
  })

  test('imports charges without an intent as payments, with what belongs to them, and counts those it leaves out', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1', country: 'es' }])
    const ofCharge = { payment_intent: null, charge: 'ch_1' }
    const [invoice, paid] = make.invoice('in_1', 'pi_none', t, { total_discount_amounts: [{ amount: 1000 }] })
    if (!invoice || !paid) throw new Error('no invoice')
    stripe.account.add(
      make.customer('cus_1', t),
      ...make.payment('pi_1', 'cus_1', t),
      make.charge('ch_1', 'cus_1', t + day, { amount_refunded: 500, metadata: { order_id: 'A-1' } }),
      make.charge('py_2', 'cus_1', t + 2 * day, { status: 'failed', captured: false }),
      make.charge('ch_3', 'cus_1', t + 3 * day, { captured: false }),
      make.charge('ch_4', 'cus_gone', t + 4 * day),
      make.refund('re_1', '', t + 5 * day, 500, ofCharge),
      make.dispute('du_1', '', t + 6 * day, ofCharge),
      { ...make.warning('issfr_1', '', t + 6 * day), ...ofCharge },
      invoice,
      { ...paid, payment: { type: 'charge', charge: 'ch_1' } },
    )
    const { counts, leftOut } = await run()
    expect(counted(counts)).toMatchObject({
      payments: { new: 1 },
      charges: { new: 3, same: 1, unmatched: 1 },
      refunds: { new: 1 },
      disputes: { new: 1 },
      // The dispute had the whole payment fetched.
      warnings: { same: 1 },
      invoices: { changed: 1 },
    })
    expect(Object.keys(leftOut.get('charges') ?? {})).toEqual(['ch_4'])
    const found =
      await rows(`stripe_payment_intent_id AS id, stripe_payment_intent_status AS status, stripe_invoice_status AS invoice, amount, amount_refunded AS back,
      ref, stripe_payment_method_type AS type, stripe_dispute_status AS dispute, early_fraud AS fraud, discount FROM payments ORDER BY created_at`)
    const plain = { amount: 2000, back: 0, type: 'sepa_debit', dispute: null, fraud: false, discount: null }
    expect(found.slice(1)).toEqual([
      { ...plain, id: 'ch_1', status: 'succeeded', invoice: 'paid', back: 500, ref: 'A-1', dispute: 'lost', fraud: true, discount: 50 },
      { ...plain, id: 'py_2', status: 'requires_payment_method', invoice: 'open', ref: 'py_2' },
      { ...plain, id: 'ch_3', status: 'requires_confirmation', invoice: 'open', ref: 'ch_3' },
    ])
    expect(await rows('total_revenue AS revenue, last4 FROM customers')).toEqual([{ revenue: 3500, last4: '3000' }])
    const month = new Date((t + 4 * day) * 1000).toISOString().slice(0, 7)
    const ofLeftOut = (await compareSides()).filter((line) => /^(paid|payments|refunded|disputed|warned)/.test(line))
    expect(ofLeftOut.map((line) => line.split(': ')[0])).toEqual([`paid ${month} eur`, `payments ${month} eur`])
    const before = await everything()
    expect(counted((await run()).counts)['charges']).toEqual({ same: 4, unmatched: 1 })
    expect(await everything()).toEqual(before)

    // From then on notifications tell of them, of new ones too.
    stripe.account.add(make.charge('ch_5', 'cus_1', t + 7 * day))
    Object.assign(stripe.account.get('ch_1'), { amount_refunded: 2000 })
    stripe.account.add(make.refund('re_2', '', t + 8 * day, 1500, ofCharge))
    for (const intentId of ['ch_1', 'ch_5', 'ch_pi_1'])
      await receiveEvent(open(), { id: `evt_${intentId}`, type: 'charge.updated', createdAt: t, customerId: null, intentId })
    expect(
      await rows(
        `stripe_payment_intent_id AS id, amount_refunded AS back FROM payments WHERE stripe_payment_intent_id LIKE 'ch%' ORDER BY id`,
      ),
    ).toEqual([
      { id: 'ch_1', back: 2000 },
      { id: 'ch_3', back: 0 },
      { id: 'ch_5', back: 0 },
    ])
  })

  test('leaves out a duplicate customer and never reuses a payment ref', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1', email: 'ana@example.com' }])
    await insertPayments(database.current, [{ id: 900, stripePaymentIntentId: 'pi_0', ref: 'A-1', createdAt: t }])
    stripe.account.add(make.customer('cus_1', t), make.customer('cus_2', t, { email: 'ana@example.com', metadata: { user_id: '1' } }))
    stripe.account.add(...make.payment('pi_1', 'cus_1', t, { metadata: { order_id: 'A-1' } }), ...make.payment('pi_2', 'cus_2', t))
    const { leftOut } = await run()
    expect(leftOut.get('customers')).toEqual({ cus_2: 'customer 1 is cus_1 there' })
    expect(await rows('ref FROM payments ORDER BY ref')).toEqual([{ ref: 'A-1' }, { ref: 'pi_1' }])
  })
})
