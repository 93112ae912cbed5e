import type { TestDatabase } from '../../support/database.ts'
import { read } from './read.ts'

type Figures = Record<string, number>

/** The figures row by row in JavaScript, as document and docstring have them. */
export async function recompute(database: TestDatabase): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>()
  const madrid = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' })
  const add = (day: number | string, country: string | null, name: string, value = 1) => {
    const key = `${typeof day === 'string' ? day : madrid.format(day * 1000)} ${country ?? ''}`
    const row = figures.get(key) ?? {}
    row[name] = (row[name] ?? 0) + value
    figures.set(key, row)
  }
  type Payment = {
    user_id: number
    country: string | null
    confirmed_at: number
    final_amount: number
    dispute: string | null
    discount: number | null
    trial_plan: boolean
  }
  const payments = await read<Payment>(
    database,
    `select user_id, country, confirmed_at, final_amount, stripe_dispute_status as dispute, discount, trial_plan from payments where stripe_payment_intent_status = 'succeeded'`,
  )
  for (const payment of payments) {
    add(payment.confirmed_at, payment.country, 'payments')
    add(payment.confirmed_at, payment.country, 'gross', payment.final_amount)
    if (payment.dispute === null) continue
    add(payment.confirmed_at, payment.country, 'dispute_count')
    add(payment.confirmed_at, payment.country, 'disputes', payment.final_amount)
  }
  type Change = { user_id: number; at: number; from_status: string | null; to_status: string; country: string | null }
  for (const { user_id, at, from_status: from, to_status: to, country } of await read<Change>(
    database,
    'select s.user_id, s.at, s.from_status, s.to_status, c.country from subscription_changes s join customers c on c.id = s.user_id',
  )) {
    if (to === 'trialing') add(at, country, 'new_trials')
    if (from === 'trialing' && (to === 'canceled' || to === 'trial_ended')) add(at, country, 'canceled_trials')
    if ((from === 'active' || from === 'past_due') && (to === 'canceled' || to === 'unpaid')) add(at, country, 'canceled_subscriptions')
    if (to !== 'active' || from === 'past_due') continue
    add(at, country, 'new_subscriptions')
    if (from === 'trialing') add(at, country, 'upgraded_from_trial')
    const discounted = payments.some(
      (payment) =>
        payment.user_id === user_id && (payment.discount ?? 0) > 0 && !payment.trial_plan && Math.abs(payment.confirmed_at - at) <= 86_400,
    )
    if (discounted) add(at, country, 'discounted_subscriptions')
  }
  for (const row of await read<{ at: number; country: string | null; amount: number }>(
    database,
    `select r.settled_at as at, p.country, r.final_amount as amount from refunds r join payments p on p.id = r.payment_id where r.state = 'succeeded'`,
  )) {
    add(row.at, row.country, 'refund_count')
    add(row.at, row.country, 'refunds', row.amount)
  }
  for (const row of await read<{ at: number; country: string | null }>(
    database,
    'select created_at as at, country from customers where referred_by is not null',
  ))
    add(row.at, row.country, 'referred_users')
  for (const row of await read<{ at: number; country: string | null }>(
    database,
    'select q.created_at as at, c.country from qrs q join customers c on c.id = q.user_id',
  ))
    add(row.at, row.country, 'new_qrs')
  for (const row of await read<{ day: string; country: string | null; scans: number; visits: number }>(
    database,
    'select d.day::text as day, c.country, d.scans, d.visits from qr_daily_scans d join qrs q on q.id = d.qr_id join customers c on c.id = q.user_id',
  )) {
    add(row.day, row.country, 'scans', row.scans)
    add(row.day, row.country, 'visits', row.visits)
  }
  return figures
}
