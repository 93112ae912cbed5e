import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { compare } from '../../server/operate/stripe-sync/check.ts'
import type { Sync } from '../../server/operate/stripe-sync/objects.ts'
import { patientFetch } from '../../server/operate/stripe-sync/patient-fetch.ts'
import { Plans } from '../../server/operate/stripe-sync/plans.ts'
import { type Counts, runSync, type SyncOptions } from '../../server/operate/stripe-sync/run.ts'
import { openStripe, StripeProvider } from '../../server/outside/payments/stripe/adapter.ts'
import { refreshFigures } from '../../server/resources/figures/refresh.ts'
import { Rates } from '../../server/resources/payments/rates.ts'
import { receiveEvent } from '../../server/resources/provider-events/receive.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { stripeObjects as make, StripeAccount } from '../support/stripe-account.ts'

const day = 86_400
const t = testStart - 400 * day

let account: StripeAccount
let url: string
beforeEach(async () => {
  account = new StripeAccount()
  url = await account.listen()
})
afterEach(() => account.close())

describeEngines('npm run stripe-sync', (engine) => {
  const database = engine.use()
  beforeEach(() => database.empty())

  function open(rates = new Map<string, number>()): Sync {
    const options = { secretKey: account.key, webhookSecret: 'whsec_1', apiUrl: url, timeoutMs: 60_000 }
    const patient = { ...options, fetch: patientFetch({ perSecond: 10_000, firstPauseMs: 1 }) }
    const stripe = openStripe(patient)
    return {
      database: database.current,
      stripe,
      payments: new StripeProvider({ ...patient, dashboardUrl: 'https://d.example' }),
      now: () => testStart,
      rates: new Rates(rates),
      plans: new Plans(stripe),
      externalIdKey: 'user_id',
    }
  }

  const run = (options: Partial<SyncOptions> = {}, sync = open()) => runSync(sync, { since: null, ...options })
  /** The counts that are not 0. */
  const told = (counts: Map<string, Counts>) =>
    Object.fromEntries(
      [...counts].flatMap(([name, count]) => {
        const some = Object.entries(count).filter(([, number]) => number > 0)
        return some.length === 0 ? [] : [[name, Object.fromEntries(some)]]
      }),
    )
  const rows = async (what: string) => (await database.current.pool.query(`SELECT ${what}`)).rows as Record<string, unknown>[]
  const compareSides = async (since: number | null = null) => (await compare(database.current.orm, open().stripe, since)).differences()
  /** Everything that a second run must leave unchanged. */
  const everything = () =>
    rows(`(SELECT md5(string_agg(p::text, ',' ORDER BY id)) FROM payments p) AS payments, (SELECT md5(string_agg(c::text, ',' ORDER BY id)) FROM customers c) AS customers,
      (SELECT md5(string_agg(r::text, ',' ORDER BY id)) FROM refunds r) AS refunds, (SELECT md5(string_agg(s::text, ',' ORDER BY id)) FROM subscription_changes s) AS changes,
      (SELECT count(*) FROM audit_log) AS audits, (SELECT count(*) FROM invoices) AS invoices`)

  /** Three customers of ours, and a Stripe account with objects of every kind. */
  async function fill() {
    await insertCustomers(database.current, [
      { email: 'Ana@Example.com', stripeCustomerId: 'cus_1', country: 'es' },
      { email: 'luis@example.com', country: 'fr' },
      { email: 'eva@example.com', country: 'es' },
      { email: 'twice@example.com' },
      { email: 'twice@example.com' },
    ])
    account.add(
      make.coupon('half', t, 50, { name: 'Half' }),
      make.coupon('five-euros', t + 1, null),
      { id: 'di_1', object: 'discount', created: t, source: { type: 'coupon', coupon: 'half' } },
      make.customer('cus_1', t),
      make.customer('cus_2', t + 1, { metadata: { user_id: '2' }, discount: { id: 'di_1', source: { coupon: 'half' } } }),
      make.customer('cus_3', t + 2, { email: 'EVA@example.com' }),
      make.customer('cus_4', t + 3, { email: 'twice@example.com' }),
      make.customer('cus_5', t + 4, { email: 'nobody@example.com' }),
      // A trial that became a subscription, with its discount.
      make.subscription('sub_1', 'cus_1', t, { trial_start: t, trial_end: t + 7 * day, discounts: ['di_1'] }),
      // An ended subscription, and the live one that follows it.
      make.subscription('sub_2', 'cus_2', t, { status: 'canceled', ended_at: t + 40 * day, canceled_at: t + 35 * day }),
      make.subscription('sub_3', 'cus_2', t + 60 * day),
      make.subscription('sub_4', 'cus_5', t),
      ...make.payment('pi_1', 'cus_1', t + 10, { metadata: { order_id: 'A-1' } }),
      ...make.payment('pi_2', 'cus_1', t + 40 * day, { amount: 3000, currency: 'usd', euros: 2700, refunded: 1000 }),
      ...make.payment('pi_3', 'cus_2', t + 41 * day, { refunded: 2000 }),
      ...make.payment('pi_4', 'cus_3', t + 42 * day, { status: 'requires_payment_method' }),
      ...make.payment('pi_5', 'cus_3', t + 43 * day, { status: 'requires_payment_method', currency: 'usd', euros: null }),
      ...make.payment('pi_6', 'cus_5', t + 44 * day),
      ...make.payment('pi_7', null, t + 45 * day, { receipt_email: 'luis@example.com' }),
      make.refund('re_1', 'pi_2', t + 50 * day, 1000, { currency: 'usd' }),
      make.refund('re_2', 'pi_3', t + 51 * day, 500),
      make.refund('re_3', 'pi_3', t + 52 * day, 1500),
      make.refund('re_4', 'pi_6', t + 53 * day, 100),
      make.dispute('dp_1', 'pi_1', t + 54 * day),
      make.warning('issfr_1', 'pi_7', t + 55 * day),
      ...make.invoice('in_1', 'pi_1', t + 10, { total_discount_amounts: [{ amount: 1000 }] }),
      ...make.invoice('in_4', 'pi_4', t + 42 * day, { status: 'uncollectible' }),
    )
  }

  test('imports every type of object, matched by id, metadata or e-mail; a second run changes nothing', { timeout: 60_000 }, async () => {
    await fill()
    const { counts, leftOut } = await run()
    expect(told(counts)).toEqual({
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
    expect(
      await rows(
        'id, stripe_customer_id AS cus, stripe_subscription_id AS sub, subscription_status AS status, discount, plan_name AS plan, plan_id AS "planId", plan_final_price AS price, plan_months AS months, total_revenue AS revenue, last4 FROM customers WHERE id < 4 ORDER BY id',
      ),
    ).toEqual([
      {
        id: 1,
        cus: 'cus_1',
        sub: 'sub_1',
        status: 'active',
        discount: 50,
        plan: 'Pro',
        planId: 1,
        price: 2000,
        months: 1,
        revenue: 2000 + 1800,
        last4: '4242',
      },
      {
        id: 2,
        cus: 'cus_2',
        sub: 'sub_3',
        status: 'active',
        discount: 50,
        plan: 'Pro',
        planId: 1,
        price: 2000,
        months: 1,
        revenue: 2000,
        last4: '4242',
      },
      {
        id: 3,
        cus: 'cus_3',
        sub: null,
        status: null,
        discount: null,
        plan: null,
        planId: null,
        price: null,
        months: null,
        revenue: 0,
        last4: '4242',
      },
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
    const again = told((await run()).counts)
    expect(Object.values(again).every((count) => count['new'] === undefined && count['changed'] === undefined)).toBe(true)
    expect(await everything()).toEqual(before)
  })

  test('imports changes that came without a notification and audits them', async () => {
    await fill()
    await run()
    Object.assign(account.get('sub_1'), { status: 'canceled', ended_at: testStart - 5, canceled_at: testStart - 5 })
    Object.assign(account.get('pi_4'), { status: 'succeeded', amount_received: 2000 })
    account.get('in_4')['status'] = 'paid'
    account.get('dp_1')['status'] = 'won'
    account.add(make.refund('re_9', 'pi_1', testStart - 9, 300))
    account.get('ch_pi_1')['amount_refunded'] = 300
    const { counts } = await run()
    expect(told(counts)).toMatchObject({
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
    expect(Object.values(told((await run()).counts)).every((count) => count['changed'] === undefined && count['new'] === undefined)).toBe(
      true,
    )
  })

  test('stores a payment first reported by a webhook, with its invoice', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    account.add(make.customer('cus_1', t), ...make.payment('pi_1', 'cus_1', testStart - 60), ...make.payment('pi_2', 'cus_9', testStart))
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
    expect(told((await run()).counts)['payments']).toEqual({ same: 1, unmatched: 1 })
  })

  if (!engine.testsShared) return

  test('resumes after a stop at any page and includes what was created meanwhile', { timeout: 120_000 }, async () => {
    await fill()
    for (let n = 100; n < 420; n += 1) account.add(...make.payment(`pi_${n}`, 'cus_1', t + 60 * day + n))
    for (let stops = 0; ; stops += 1) {
      const stop = new AbortController()
      const { isWhole } = await run({ signal: stop.signal, onProgress: () => stop.abort() })
      if (stops === 3) account.add(...make.payment('pi_later', 'cus_2', testStart), make.subscription('sub_later', 'cus_3', testStart))
      if (isWhole) break
      expect(stops).toBeLessThan(60)
    }
    // The only differences belong to customers who do not exist here.
    expect((await compareSides()).map((line) => line.replace(/ \d{4}-\d\d/, ''))).toEqual([
      'customers: Stripe has 5, Quaydesk 3.',
      'paid eur: Stripe has 3 (60,00 €), Quaydesk 2 (40,00 €).',
      'payments eur: Stripe has 4, Quaydesk 3.',
      'refunded eur: Stripe has 3 (21,00 €), Quaydesk 2 (20,00 €).',
      'subscribers: Stripe has 4, Quaydesk 3.',
    ])
    expect(await rows(`count(*) AS n FROM payments WHERE stripe_payment_intent_id = 'pi_later'`)).toEqual([{ n: 1 }])
    expect(await rows(`stripe_subscription_id AS sub FROM customers WHERE id = 3`)).toEqual([{ sub: 'sub_later' }])
    expect(await rows('count(*) AS n FROM subscription_changes')).toEqual([{ n: 6 }])
  })

  test('survives rate limits, errors, truncated responses and broken connections over many pages', { timeout: 60_000 }, async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    account.add(make.customer('cus_1', t))
    // Several per second, because the order of pages must not depend on the time alone.
    for (let n = 0; n < 450; n += 1) account.add(...make.payment(`pi_${n}`, 'cus_1', t + Math.floor(n / 7)))
    account.faults = { every: 3 }
    expect(told((await run()).counts)['payments']).toEqual({ new: 450 })
    expect(await rows('count(*) AS n, sum(amount)::int AS sum FROM payments')).toEqual([{ n: 450, sum: 900_000 }])
    expect(await rows('stripe_payment_intent_id AS pi FROM payments ORDER BY id LIMIT 2')).toEqual([{ pi: 'pi_0' }, { pi: 'pi_1' }])
    expect(await compareSides()).toEqual([])
  })

  test('does not overwrite newer data from a webhook with an older page', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    account.add(make.customer('cus_1', t), make.subscription('sub_1', 'cus_1', t), ...make.payment('pi_1', 'cus_1', t))
    account.get('pi_1')['status'] = 'processing'
    await run()
    expect(await rows('stripe_payment_intent_status AS status FROM payments')).toEqual([{ status: 'processing' }])
    const sync = open()
    const event = { type: 'x', createdAt: testStart, customerId: 'cus_1' }
    // The payment changes at Stripe and here while the page with its former state is still in transit.
    const list = sync.stripe.paymentIntents.list.bind(sync.stripe.paymentIntents)
    sync.stripe.paymentIntents.list = ((...given: Parameters<typeof list>) => {
      const page = list(...given).then(async (page) => {
        account.get('pi_1')['status'] = 'succeeded'
        account.get('pi_1')['amount_received'] = 2000
        await receiveEvent(sync, { ...event, id: 'evt_1', intentId: 'pi_1' })
        return page
      })
      return page
    }) as typeof list
    await run({}, sync)
    expect(await rows('stripe_payment_intent_status AS status, amount FROM payments')).toEqual([{ status: 'succeeded', amount: 2000 }])

    account.get('sub_1')['status'] = 'past_due'
    await receiveEvent(sync, { ...event, id: 'evt_2', intentId: null })
    expect(await rows('subscription_status AS status FROM customers')).toEqual([{ status: 'past_due' }])
    expect(told((await run()).counts)['subscriptions']).toEqual({ same: 1 })
  })

  test('handles an empty account and a cursor that was deleted', async () => {
    expect(told((await run()).counts)).toEqual({})
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_150' }])
    for (let n = 1; n <= 250; n += 1) account.add(make.customer(`cus_${n}`, t + n))
    const stop = new AbortController()
    await run({ signal: stop.signal, onProgress: (name, read) => name === 'customers' && read > 50 && stop.abort() })
    const [{ cursor } = {}] = await rows(`cursor FROM stripe_syncs WHERE type = 'customers'`)
    account.remove(String(cursor))
    const resumed: string[] = []
    expect(told((await run({ onResume: (name) => resumed.push(name) })).counts)).toEqual({ customers: { same: 1, unmatched: 248 } })
    expect(resumed).toEqual(['customers'])
  })

  test('imports each payment once if the first second fills over two pages', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    for (let n = 0; n < 230; n += 1) account.add(...make.payment(`pi_${n}`, 'cus_1', t))
    for (let n = 230; n < 260; n += 1) account.add(...make.payment(`pi_${n}`, 'cus_1', t + n * day))
    expect(told((await run()).counts)['payments']).toEqual({ new: 260 })
    expect(await compareSides()).toEqual([])
  })

  test('--since leaves out earlier payments but no customers or subscriptions', async () => {
    await fill()
    const since = t + 42 * day
    const { counts } = await run({ since })
    expect(told(counts)).toMatchObject({ customers: { new: 2 }, payments: { new: 3, unmatched: 1 }, subscriptions: { new: 3 } })
    expect(account.seen.filter((call) => call.includes('payment_intents?')).at(-1)).toContain('ending_before=pi_3')
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
    account.add(make.customer('cus_1', t), ...make.payment('pi_1', 'cus_1', t), ...make.payment('pi_2', 'cus_1', t, { refunded: 100 }))
    account.add(make.refund('re_1', 'pi_2', t + day, 100))
    await run()
    await database.current.pool.query(`UPDATE payments SET amount = 1999 WHERE stripe_payment_intent_id = 'pi_1'`)
    await database.current.pool.query(`DELETE FROM refunds`)
    const month = new Date(t * 1000).toISOString().slice(0, 7)
    expect(await compareSides()).toEqual([
      `paid ${month} eur: Stripe has 2 (40,00 €), Quaydesk 2 (39,99 €).`,
      `refunded ${month} eur: Stripe has 1 (1,00 €), Quaydesk 0 (0,00 €).`,
    ])
  })

  test('an amount that Stripe does not settle in euros needs a rate', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    account.add(make.customer('cus_1', t), ...make.payment('pi_1', 'cus_1', t, { amount: 1000, currency: 'jpy', euros: null }))
    const { leftOut } = await run()
    expect(leftOut.get('payments')).toEqual({ pi_1: 'no rate from JPY to euros is known; give one: --rate jpy=0.92' })
    await run({}, open(new Map([['jpy', 0.006]])))
    expect(await rows('amount, final_amount AS final FROM payments')).toEqual([{ amount: 1000, final: 600 }])
  })

  test('stores UGX, which Stripe counts in hundredths, in shillings, and both sides agree [R59 provider units]', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    const subscription = make.subscription('sub_1', 'cus_1', t)
    const { data } = subscription['items'] as { data: { price: object }[] }
    for (const item of data) Object.assign(item.price, { currency: 'ugx', unit_amount: 4_000_000 })
    account.add(
      make.customer('cus_1', t),
      subscription,
      ...make.payment('pi_1', 'cus_1', t, { amount: 4_000_000, currency: 'ugx', euros: 1_000, refunded: 2_000_000 }),
      make.refund('re_1', 'pi_1', t + 1, 2_000_000, { currency: 'ugx' }),
      ...make.payment('pi_2', 'cus_1', t + 2, { amount: 8_000_000, currency: 'ugx', euros: null }),
      ...make.payment('pi_3', 'cus_1', t + 3, { amount: 5_000, currency: 'kwd', euros: 1_500 }),
      ...make.payment('pi_4', 'cus_1', t + 4, { amount: 100_000, currency: 'isk', euros: 680 }),
    )
    await run({}, open(new Map([['ugx', 0.00025]])))
    expect(
      await rows(
        'currency, amount, final_amount AS final, amount_refunded AS back, final_amount_refunded AS "finalBack" FROM payments ORDER BY id',
      ),
    ).toEqual([
      { currency: 'ugx', amount: 40_000, final: 1_000, back: 20_000, finalBack: 500 },
      { currency: 'ugx', amount: 80_000, final: 2_000, back: 0, finalBack: 0 },
      { currency: 'kwd', amount: 5_000, final: 1_500, back: 0, finalBack: 0 },
      { currency: 'isk', amount: 100_000, final: 680, back: 0, finalBack: 0 },
    ])
    expect(await rows('amount FROM refunds')).toEqual([{ amount: 20_000 }])
    expect(await rows('plan_price AS price, plan_final_price AS final FROM customers')).toEqual([{ price: 40_000, final: 1_000 }])
    expect(await compareSides()).toEqual([])
    const before = await everything()
    await run()
    expect(await everything()).toEqual(before)
    // A notification brings a refund made there, and a payment that is new.
    Object.assign(account.get('ch_pi_1'), { amount_refunded: 4_000_000 })
    account.add(make.refund('re_2', 'pi_1', t + 9, 2_000_000, { currency: 'ugx' }))
    account.add(...make.payment('pi_5', 'cus_1', t + 9, { amount: 50_000, currency: 'ugx', euros: 13 }))
    for (const intentId of ['pi_1', 'pi_5'])
      await receiveEvent(open(), { id: `evt_${intentId}`, type: 'charge.refunded', createdAt: t, customerId: null, intentId })
    expect(
      await rows(`amount, amount_refunded AS back FROM payments WHERE stripe_payment_intent_id IN ('pi_1', 'pi_5') ORDER BY id`),
    ).toEqual([
      { amount: 40_000, back: 40_000 },
      { amount: 500, back: 0 },
    ])
    expect(await compareSides()).toEqual([])
  })

  test('imports charges without an intent as payments, with what belongs to them, and counts those it leaves out', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1', country: 'es' }])
    const ofCharge = { payment_intent: null, charge: 'ch_1' }
    const [invoice, paid] = make.invoice('in_1', 'pi_none', t, { total_discount_amounts: [{ amount: 1000 }] })
    if (!invoice || !paid) throw new Error('no invoice')
    account.add(
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
    expect(told(counts)).toMatchObject({
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
    expect(told((await run()).counts)['charges']).toEqual({ same: 4, unmatched: 1 })
    expect(await everything()).toEqual(before)

    // From then on notifications tell of them, of new ones too.
    account.add(make.charge('ch_5', 'cus_1', t + 7 * day))
    Object.assign(account.get('ch_1'), { amount_refunded: 2000 })
    account.add(make.refund('re_2', '', t + 8 * day, 1500, ofCharge))
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

  test('does not count pending refunds and reverses those that fail later', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    account.add(make.customer('cus_1', t), ...make.payment('pi_1', 'cus_1', t, { refunded: 700 }))
    account.add(make.refund('re_1', 'pi_1', t + 1, 500), make.refund('re_2', 'pi_1', t + 2, 200, { status: 'pending' }))
    await run()
    expect(await rows('amount_refunded AS back FROM payments')).toEqual([{ back: 500 }])
    Object.assign(account.get('re_1'), { status: 'failed', failure_reason: 'lost_or_stolen_card' })
    account.get('re_2')['status'] = 'succeeded'
    account.get('ch_pi_1')['amount_refunded'] = 200
    await run()
    expect(await rows('amount_refunded AS back FROM payments')).toEqual([{ back: 200 }])
    expect(await rows('provider_refund_id AS re, state FROM refunds ORDER BY id')).toEqual([
      { re: 're_1', state: 'failed' },
      { re: 're_2', state: 'succeeded' },
    ])
    expect(await compareSides()).toEqual([])
  })

  test('corrects a payment’s amounts once it is settled', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    account.add(make.customer('cus_1', t), ...make.payment('pi_0', 'cus_1', t, { amount: 1000, currency: 'usd', euros: 900 }))
    account.add(...make.payment('pi_1', 'cus_1', t + 1, { amount: 5000, currency: 'usd', euros: null, status: 'requires_capture' }))
    await run()
    expect(await rows(`amount, final_amount AS final FROM payments WHERE stripe_payment_intent_id = 'pi_1'`)).toEqual([
      { amount: 5000, final: 4500 },
    ])
    // Partly captured, at another rate.
    Object.assign(account.get('pi_1'), { status: 'succeeded', amount_received: 3000 })
    account.get('ch_pi_1')['balance_transaction'] = 'txn_1'
    account.add({ id: 'txn_1', object: 'balance_transaction', created: t, amount: 2850, currency: 'eur' })
    expect(told((await run()).counts)['payments']).toEqual({ changed: 1, same: 1 })
    expect(await rows('amount, final_amount AS final FROM payments ORDER BY id')).toEqual([
      { amount: 1000, final: 900 },
      { amount: 3000, final: 2850 },
    ])
    expect(await rows('total_revenue AS revenue FROM customers')).toEqual([{ revenue: 3750 }])
    expect(told((await run()).counts)['payments']).toEqual({ same: 2 })
  })

  test('leaves out a duplicate customer and never reuses a payment ref', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1', email: 'ana@example.com' }])
    await insertPayments(database.current, [{ id: 900, stripePaymentIntentId: 'pi_0', ref: 'A-1', createdAt: t }])
    account.add(make.customer('cus_1', t), make.customer('cus_2', t, { email: 'ana@example.com', metadata: { user_id: '1' } }))
    account.add(...make.payment('pi_1', 'cus_1', t, { metadata: { order_id: 'A-1' } }), ...make.payment('pi_2', 'cus_2', t))
    const { leftOut } = await run()
    expect(leftOut.get('customers')).toEqual({ cus_2: 'customer 1 is cus_1 there' })
    expect(await rows('ref FROM payments ORDER BY ref')).toEqual([{ ref: 'A-1' }, { ref: 'pi_1' }])
  })
})
