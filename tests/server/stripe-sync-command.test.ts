import { once } from 'node:events'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testStart } from '../support/app.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, directAddress, environmentOf } from '../support/database.ts'
import { StripeAccount } from '../support/stripe-account.ts'
import { stripeObjects as make } from '../support/stripe-objects.ts'

const t = testStart - 100 * 86_400
const program = 'server/operate/stripe-sync/main'

let account: StripeAccount
let url: string
let copy: Awaited<ReturnType<typeof copyDatabase>>
let client: pg.Client

beforeEach(async () => {
  account = new StripeAccount('sk_live_veryhidden99')
  url = await account.listen()
  copy = await copyDatabase()
  client = new pg.Client({ connectionString: directAddress(copy.settings) })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await account.close()
  await copy.remove()
})

function start(args: string[] = [], env: Record<string, string> = {}) {
  const stripe = { STRIPE_SECRET_KEY: account.key, STRIPE_WEBHOOK_SECRET: 'whsec_hidden11', STRIPE_API_URL: url }
  return startChild(program, args, { ...environmentOf(copy.settings), ...stripe, ...env })
}

async function addCustomers(count: number): Promise<void> {
  await client.query(
    `INSERT INTO customers (id, email, created_at, updated_at, stripe_customer_id, search_keys, search_text, name_key)
     SELECT id, 'c' || id || '@example.com', $2, $2, 'cus_' || id, array['c' || id || '@example.com'], '', '' FROM generate_series(1, $1::int) id`,
    [count, t],
  )
  for (let n = 1; n <= count; n += 1) account.add(make.customer(`cus_${n}`, t + n, { email: null }))
}

/** Everything imported, except ids and versions. */
const stored = async () =>
  (
    await client.query(`SELECT
      (SELECT md5(string_agg(concat_ws(' ', stripe_payment_intent_id, user_id, amount, final_amount, amount_refunded, stripe_dispute_status, discount), ',' ORDER BY stripe_payment_intent_id)) FROM payments) AS payments,
      (SELECT md5(string_agg(concat_ws(' ', id, total_revenue, stripe_subscription_id, subscription_status, last4, plan_final_price), ',' ORDER BY id)) FROM customers) AS customers,
      (SELECT md5(string_agg(concat_ws(' ', provider_refund_id, amount, final_amount, state), ',' ORDER BY provider_refund_id)) FROM refunds) AS refunds,
      (SELECT md5(string_agg(concat_ws(' ', user_id, at, from_status, to_status), ',' ORDER BY user_id, at)) FROM subscription_changes) AS changes`)
  ).rows[0] as object

test('a sync that is killed repeatedly ends like an uninterrupted one, and both sides agree', { timeout: 180_000 }, async () => {
  await addCustomers(120)
  for (let n = 1; n <= 330; n += 1) {
    const refunded = n % 9 === 0 ? 500 : 0
    account.add(...make.payment(`pi_${n}`, `cus_${1 + (n % 120)}`, t + n * 60, { refunded }))
    if (refunded > 0) account.add(make.refund(`re_${n}`, `pi_${n}`, t + n * 60 + 30, refunded))
  }
  for (let n = 1; n <= 120; n += 1) account.add(make.subscription(`sub_${n}`, `cus_${n}`, t + n))
  account.faults = { every: 7 }
  // The kills happen while it looks for the oldest record, and while it turns a page after storing some.
  const kills = [
    /^GET \/v1\/customers\?.*ending_before/,
    /^GET \/v1\/payment_intents\?.*created\[lte\]/,
    /^GET \/v1\/payment_intents\?.*ending_before/,
    /^GET \/v1\/subscriptions\?.*starting_after/,
  ]
  for (const kill of kills) {
    const child = start()
    account.onRequest = () => kill.test(account.seen.at(-1) ?? '') && child.process.kill('SIGKILL')
    expect(await child.ended).toBe('SIGKILL')
  }
  account.onRequest = () => undefined
  const last = start()
  expect([await last.ended, last.errors()]).toEqual([0, ''])
  expect(last.output()).toMatch(/^subscriptions: goes on after \d+\.$/m)
  expect(last.output()).toMatch(/^payments: 330 read: /m)
  const killed = await stored()
  // From here on, only the stored data matters, so requests no longer fail.
  account.faults = {}
  const check = start(['--check'])
  expect([await check.ended, check.output()]).toEqual([0, expect.stringMatching(/^Both sides agree on \d+ figures\.$/m)])

  const again = start()
  expect(await again.ended).toBe(0)
  expect(again.output()).toContain('payments: 330 read: 0 new, 0 changed, 330 same, 0 unmatched, 0 refused.')
  expect(await stored()).toEqual(killed)
  await client.query('DELETE FROM payments; DELETE FROM subscription_changes; DELETE FROM stripe_syncs')
  await client.query(
    'UPDATE customers SET total_revenue = 0, last4 = NULL, stripe_subscription_id = NULL, subscription_status = NULL, plan_final_price = NULL',
  )
  const whole = start()
  expect(await whole.ended).toBe(0)
  expect(await stored()).toEqual(killed)
})

test('names unmatched objects and exits with 1, as it does for differences', { timeout: 60_000 }, async () => {
  await addCustomers(1)
  account.add(make.customer('cus_x', t + 9), ...make.payment('pi_1', 'cus_1', t + 10), ...make.payment('pi_x', 'cus_x', t + 11))
  const child = start()
  expect(await child.ended).toBe(1)
  expect(child.output()).toContain('customers cus_x: no customer has its id, metadata or e-mail.\n')
  expect(child.output()).toContain('payments pi_x: no customer has its id, metadata or e-mail.\n')
  expect(child.output()).toContain('payments: 2 read: 1 new, 0 changed, 0 same, 1 unmatched, 0 refused.\n')
  const check = start(['--check', '--since', '2026-01-01'])
  expect(await check.ended).toBe(1)
  expect(check.output()).toMatch(/^paid \d{4}-\d{2} eur: Stripe has 2 \(40,00\u00a0€\), Quaydesk 1 \(20,00\u00a0€\)\.$/m)
  expect(check.output()).toMatch(/^3 of \d+ figures differ\.$/m)
})

test('explains invalid settings and options without showing keys', { timeout: 60_000 }, async () => {
  const cases: [string[], Record<string, string>, string][] = [
    [[], { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_SECRET_KEY is not set. Set it as for the server'],
    [['--since', 'yesterday'], {}, '--since yesterday must be a day from '],
    [['--rate', 'usd'], {}, '--rate usd is not a rate; write it like usd=0.92.'],
    [['--everything'], {}, "Unknown option '--everything'"],
    [[], { STRIPE_SECRET_KEY: 'sk_live_otherhidden1' }, 'Stripe does not accept the key in STRIPE_SECRET_KEY for this.'],
  ]
  for (const [args, env, message] of cases) {
    const child = start(args, env)
    expect(await child.ended).toBe(1)
    expect(child.errors()).toContain(message)
    expect(child.errors() + child.output()).not.toMatch(/hidden/)
  }
})

test('stops after the current page on SIGTERM', { timeout: 60_000 }, async () => {
  await addCustomers(250)
  const child = start()
  const requested = new Promise<void>((resolve) => {
    account.onRequest = (call) => call === 'GET /v1/customers' && resolve()
  })
  await requested
  child.process.kill('SIGTERM')
  await once(child.process, 'close')
  expect(await child.ended).toBe(1)
  expect(child.output()).toContain('Stopped. The same command goes on where it was.')
})
