import { afterEach, beforeEach } from 'vitest'
import { compare } from '../../server/operate/stripe-sync/check.ts'
import type { Sync } from '../../server/operate/stripe-sync/objects.ts'
import { patientFetch } from '../../server/operate/stripe-sync/patient-fetch.ts'
import { Plans } from '../../server/operate/stripe-sync/plans.ts'
import { type Counts, runSync, type SyncOptions } from '../../server/operate/stripe-sync/run.ts'
import { openStripe, StripeProvider } from '../../server/outside/payments/stripe/adapter.ts'
import { Rates } from '../../server/resources/payments/rates.ts'
import { testStart } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { StripeAccount } from './stripe-account.ts'
import { stripeObjects as make } from './stripe-objects.ts'

export const day = 86_400
/** When the oldest objects were created. */
export const t = testStart - 400 * day

/** The counts that are not 0. */
export const counted = (counts: Map<string, Counts>) =>
  Object.fromEntries(
    [...counts].flatMap(([name, count]) => {
      const some = Object.entries(count).filter(([, number]) => number > 0)
      return some.length === 0 ? [] : [[name, Object.fromEntries(some)]]
    }),
  )

/** Gives the enclosing `describe` an empty database and, for each test, an empty Stripe account to import from. */
export function useStripeSync(engine: Engine) {
  const database = engine.use()
  let account: StripeAccount
  let url: string
  beforeEach(async () => {
    account = new StripeAccount()
    url = await account.listen()
    await database.empty()
  })
  afterEach(() => account.close())

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

  return {
    database,
    get account() {
      return account
    },
    open,
    run,
    rows,
    compareSides,
    everything,
    fill,
  }
}
