import { expect, test } from 'vitest'
import { receiveEvent } from '../../server/resources/provider-events/receive.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { stripeObjects as make } from '../support/stripe-objects.ts'
import { counted, t, useStripeSync } from '../support/stripe-sync.ts'

describeDatabase('npm run stripe-sync, amounts', (engine) => {
  const stripe = useStripeSync(engine)
  const { compareSides, database, everything, open, rows, run } = stripe

  test('an amount that Stripe does not settle in euros needs a rate', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    stripe.account.add(make.customer('cus_1', t), ...make.payment('pi_1', 'cus_1', t, { amount: 1000, currency: 'jpy', euros: null }))
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
    stripe.account.add(
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
    Object.assign(stripe.account.get('ch_pi_1'), { amount_refunded: 4_000_000 })
    stripe.account.add(make.refund('re_2', 'pi_1', t + 9, 2_000_000, { currency: 'ugx' }))
    stripe.account.add(...make.payment('pi_5', 'cus_1', t + 9, { amount: 50_000, currency: 'ugx', euros: 13 }))
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

  test('does not count pending refunds and reverses those that fail later', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    stripe.account.add(make.customer('cus_1', t), ...make.payment('pi_1', 'cus_1', t, { refunded: 700 }))
    stripe.account.add(make.refund('re_1', 'pi_1', t + 1, 500), make.refund('re_2', 'pi_1', t + 2, 200, { status: 'pending' }))
    await run()
    expect(await rows('amount_refunded AS back FROM payments')).toEqual([{ back: 500 }])
    Object.assign(stripe.account.get('re_1'), { status: 'failed', failure_reason: 'lost_or_stolen_card' })
    stripe.account.get('re_2')['status'] = 'succeeded'
    stripe.account.get('ch_pi_1')['amount_refunded'] = 200
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
    stripe.account.add(make.customer('cus_1', t), ...make.payment('pi_0', 'cus_1', t, { amount: 1000, currency: 'usd', euros: 900 }))
    stripe.account.add(...make.payment('pi_1', 'cus_1', t + 1, { amount: 5000, currency: 'usd', euros: null, status: 'requires_capture' }))
    await run()
    expect(await rows(`amount, final_amount AS final FROM payments WHERE stripe_payment_intent_id = 'pi_1'`)).toEqual([
      { amount: 5000, final: 4500 },
    ])
    // Partly captured, at another rate.
    Object.assign(stripe.account.get('pi_1'), { status: 'succeeded', amount_received: 3000 })
    stripe.account.get('ch_pi_1')['balance_transaction'] = 'txn_1'
    stripe.account.add({ id: 'txn_1', object: 'balance_transaction', created: t, amount: 2850, currency: 'eur' })
    expect(counted((await run()).counts)['payments']).toEqual({ changed: 1, same: 1 })
    expect(await rows('amount, final_amount AS final FROM payments ORDER BY id')).toEqual([
      { amount: 1000, final: 900 },
      { amount: 3000, final: 2850 },
    ])
    expect(await rows('total_revenue AS revenue FROM customers')).toEqual([{ revenue: 3750 }])
    expect(counted((await run()).counts)['payments']).toEqual({ same: 2 })
  })
})
