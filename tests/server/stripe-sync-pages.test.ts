import { expect, test } from 'vitest'
import { receiveEvent } from '../../server/resources/provider-events/receive.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { stripeObjects as make } from '../support/stripe-objects.ts'
import { counted, day, t, useStripeSync } from '../support/stripe-sync.ts'

describeDatabase('npm run stripe-sync, page by page', (engine) => {
  const stripe = useStripeSync(engine)
  const { compareSides, database, fill, open, rows, run } = stripe

  test('resumes after a stop at any page and includes what was created meanwhile', { timeout: 120_000 }, async () => {
    await fill()
    for (let n = 100; n < 420; n += 1) stripe.account.add(...make.payment(`pi_${n}`, 'cus_1', t + 60 * day + n))
    for (let stops = 0; ; stops += 1) {
      const stop = new AbortController()
      const { isWhole } = await run({ signal: stop.signal, onProgress: () => stop.abort() })
      if (stops === 3)
        stripe.account.add(...make.payment('pi_later', 'cus_2', testStart), make.subscription('sub_later', 'cus_3', testStart))
      if (isWhole) break
      expect(stops).toBeLessThan(60)
    }
    // The only differences belong to customers who do not exist here.
    expect((await compareSides()).map((line) => line.replace(/ \d{4}-\d\d/, ''))).toEqual([
      'customers: Stripe has 5, Quaydesk 3.',
      'paid eur: Stripe has 3 (60,00\u00a0€), Quaydesk 2 (40,00\u00a0€).',
      'payments eur: Stripe has 4, Quaydesk 3.',
      'refunded eur: Stripe has 3 (21,00\u00a0€), Quaydesk 2 (20,00\u00a0€).',
      'subscribers: Stripe has 4, Quaydesk 3.',
    ])
    expect(await rows(`count(*) AS n FROM payments WHERE stripe_payment_intent_id = 'pi_later'`)).toEqual([{ n: 1 }])
    expect(await rows(`stripe_subscription_id AS sub FROM customers WHERE id = 3`)).toEqual([{ sub: 'sub_later' }])
    expect(await rows('count(*) AS n FROM subscription_changes')).toEqual([{ n: 6 }])
  })

  test('survives rate limits, errors, truncated responses and broken connections over many pages', { timeout: 60_000 }, async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    stripe.account.add(make.customer('cus_1', t))
    // Several per second, because the order of pages must not depend on the time alone.
    for (let n = 0; n < 450; n += 1) stripe.account.add(...make.payment(`pi_${n}`, 'cus_1', t + Math.floor(n / 7)))
    stripe.account.faults = { every: 3 }
    expect(counted((await run()).counts)['payments']).toEqual({ new: 450 })
    expect(await rows('count(*) AS n, sum(amount)::int AS sum FROM payments')).toEqual([{ n: 450, sum: 900_000 }])
    expect(await rows('stripe_payment_intent_id AS pi FROM payments ORDER BY id LIMIT 2')).toEqual([{ pi: 'pi_0' }, { pi: 'pi_1' }])
    expect(await compareSides()).toEqual([])
  })

  test('does not overwrite newer data from a webhook with an older page', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    stripe.account.add(make.customer('cus_1', t), make.subscription('sub_1', 'cus_1', t), ...make.payment('pi_1', 'cus_1', t))
    stripe.account.get('pi_1')['status'] = 'processing'
    await run()
    expect(await rows('stripe_payment_intent_status AS status FROM payments')).toEqual([{ status: 'processing' }])
    const sync = open()
    const event = { type: 'x', createdAt: testStart, customerId: 'cus_1' }
    // The payment changes at Stripe and here while the page with its former state is still in transit.
    const list = sync.stripe.paymentIntents.list.bind(sync.stripe.paymentIntents)
    sync.stripe.paymentIntents.list = ((...given: Parameters<typeof list>) => {
      const page = list(...given).then(async (page) => {
        stripe.account.get('pi_1')['status'] = 'succeeded'
        stripe.account.get('pi_1')['amount_received'] = 2000
        await receiveEvent(sync, { ...event, id: 'evt_1', intentId: 'pi_1' })
        return page
      })
      return page
    }) as typeof list
    await run({}, sync)
    expect(await rows('stripe_payment_intent_status AS status, amount FROM payments')).toEqual([{ status: 'succeeded', amount: 2000 }])

    stripe.account.get('sub_1')['status'] = 'past_due'
    await receiveEvent(sync, { ...event, id: 'evt_2', intentId: null })
    expect(await rows('subscription_status AS status FROM customers')).toEqual([{ status: 'past_due' }])
    expect(counted((await run()).counts)['subscriptions']).toEqual({ same: 1 })
  })

  test('handles an empty account and a cursor that was deleted', async () => {
    expect(counted((await run()).counts)).toEqual({})
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_150' }])
    for (let n = 1; n <= 250; n += 1) stripe.account.add(make.customer(`cus_${n}`, t + n))
    const stop = new AbortController()
    await run({ signal: stop.signal, onProgress: (name, read) => name === 'customers' && read > 50 && stop.abort() })
    const [{ cursor } = {}] = await rows(`cursor FROM stripe_syncs WHERE type = 'customers'`)
    stripe.account.remove(String(cursor))
    const resumed: string[] = []
    expect(counted((await run({ onResume: (name) => resumed.push(name) })).counts)).toEqual({ customers: { same: 1, unmatched: 248 } })
    expect(resumed).toEqual(['customers'])
  })

  test('imports each payment once if the first second fills over two pages', async () => {
    await insertCustomers(database.current, [{ stripeCustomerId: 'cus_1' }])
    for (let n = 0; n < 230; n += 1) stripe.account.add(...make.payment(`pi_${n}`, 'cus_1', t))
    for (let n = 230; n < 260; n += 1) stripe.account.add(...make.payment(`pi_${n}`, 'cus_1', t + n * day))
    expect(counted((await run()).counts)['payments']).toEqual({ new: 260 })
    expect(await compareSides()).toEqual([])
  })
})
