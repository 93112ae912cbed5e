import { type SQL, sql } from 'drizzle-orm'
import { endOfDay, startOfDay } from '../../../src/contract/dates.ts'
import { takingDisputes } from '../../../src/contract/payment-rules.ts'

/** Columns of `daily_figures`. Amounts in EUR cents. */
export const figures = [
  'new_trials',
  'canceled_trials',
  'new_subscriptions',
  'upgraded_from_trial',
  'canceled_subscriptions',
  'cancelation_requests',
  'discounted_subscriptions',
  'referred_users',
  'new_qrs',
  'payments',
  'gross',
  'first_payments',
  'first_gross',
  'referred_paid',
  'refund_count',
  'refunds',
  'dispute_count',
  'disputes',
  'scans',
  'visits',
] as const
export type Figure = (typeof figures)[number]

/** Scans per QR are kept only for some weeks, so these can't be recomputed for older days. */
export const kept: readonly Figure[] = ['scans', 'visits']

export function listFigures(write: (name: Figure) => string = (name) => name, separator = ', '): SQL {
  return sql.raw(figures.map(write).join(separator))
}

/** A Madrid day (YYYY-MM-DD), read by index, or all days, read with one scan per table. */
export type Scope = { day: string } | 'all'

/** All days of one customer, by id. */
interface OfCustomer {
  customer: number
}

interface Part {
  /** The time in unix seconds by which a row counts. */
  at: string
  country: string
  from: SQL
  where: SQL
  given: Partial<Record<Figure, SQL>>
}

/** A source's figures by day and country, with zeros for those it lacks. */
function part(scope: Scope | OfCustomer, { at, country, from, where, given }: Part): SQL {
  const values = sql.join(
    figures.map((name) => sql`${given[name] ?? sql.raw('0')} as ${sql.raw(name)}`),
    sql`, `,
  )
  return sql`select ${dayColumn(scope, at)} as day, coalesce(${sql.raw(country)}, '') as country, ${values}
    from ${from} where ${where} and ${within(scope, at)} group by 1, 2`
}

function isDay(scope: Scope | OfCustomer): scope is { day: string } {
  return scope !== 'all' && 'day' in scope
}

function dayColumn(scope: Scope | OfCustomer, at: string): SQL {
  return isDay(scope) ? sql`${scope.day}::date` : sql.raw(`madrid_day(${at})`)
}

function within(scope: Scope | OfCustomer, at: string): SQL {
  if (scope === 'all') return sql`true`
  if (!isDay(scope)) return sql`c.id = ${scope.customer}`
  return sql`${sql.raw(at)} between ${startOfDay(scope.day)}::bigint and ${endOfDay(scope.day)}::bigint`
}

const isPaid = (alias: string) => sql.raw(`${alias}.stripe_payment_intent_status = 'succeeded' and ${alias}.confirmed_at is not null`)

/** Became active from neither active nor past due: a recovered renewal isn't new. */
const started = sql.raw(`(s.to_status = 'active' and coalesce(s.from_status, '') not in ('active', 'past_due'))`)

const subscriber = `('active', 'past_due')`

/**
 * All sources of figures, by Madrid day and country ('' if unknown). The country is the customer's, for money the
 * payment's.
 * - new trials: changes to trialing; new subscriptions: changes to active from neither active nor past due; upgraded
 * from trial: those from trialing; discounted: see `discountsOf`;
 * - canceled trials: trialing to canceled or trial_ended; canceled subscriptions: active or past due to canceled or
 * unpaid;
 * - cancelation requests: customers by `canceled_at` who were active or past due then, unless canceled by the system;
 * - payments and gross: successful payments by confirmation, trials included; disputes: those disputed, with amounts
 * only if the money was taken; first: each customer's earliest; referred paid: first ones of referred customers;
 * refunds: successful ones of successful payments, by settlement. Refunds are taken off gross, so what never was in it (an
 * authorization given back) is not taken off;
 * - new QRs: by creation, without archived ones, like the QR list;
 * - scans and visits: from scans per QR.
 */
export function sourcesOf(scope: Scope): SQL[] {
  return [
    ...customerSources(scope),
    part(scope, {
      at: 'p.confirmed_at',
      country: 'p.country',
      from: sql`(${paidOf(scope)}) p join customers c on c.id = p.user_id`,
      where: sql`true`,
      given: {
        payments: sql`count(*)`,
        gross: sql`sum(p.final_amount)`,
        first_payments: sql`count(*) filter (where p.is_first)`,
        first_gross: sql`coalesce(sum(p.final_amount) filter (where p.is_first), 0)`,
        referred_paid: sql`count(*) filter (where p.is_first and c.referred_by is not null)`,
        dispute_count: sql`count(*) filter (where p.stripe_dispute_status is not null)`,
        disputes: sql`coalesce(sum(p.final_amount) filter (where p.stripe_dispute_status = any(${sql.raw(`array['${takingDisputes.join("', '")}']`)})), 0)`,
      },
    }),
    part(scope, {
      at: 'r.settled_at',
      country: 'p.country',
      from: sql`refunds r join payments p on p.id = r.payment_id`,
      where: sql`r.state = 'succeeded' and r.settled_at is not null and ${isPaid('p')}`,
      given: { refund_count: sql`count(*)`, refunds: sql`sum(r.final_amount)` },
    }),
    // Already counted by percent.
    sql`select day, country, ${sql.join(
      figures.map((name) => (name === 'discounted_subscriptions' ? sql`sum(count)` : sql`0`)),
      sql`, `,
    )} from daily_discounts where ${scope === 'all' ? sql`true` : sql`day = ${scope.day}::date`} group by 1, 2`,
  ]
}

/** Sources that use the customer's country: their figures move with the customer. */
export function customerSources(scope: Scope | OfCustomer): SQL[] {
  return [
    part(scope, {
      at: 's.at',
      country: 'c.country',
      from: sql`subscription_changes s join customers c on c.id = s.user_id`,
      where: sql`true`,
      given: {
        new_trials: sql`count(*) filter (where to_status = 'trialing' and from_status is distinct from 'trialing')`,
        canceled_trials: sql`count(*) filter (where from_status = 'trialing' and to_status in ('canceled', 'trial_ended'))`,
        new_subscriptions: sql`count(*) filter (where ${started})`,
        upgraded_from_trial: sql`count(*) filter (where ${started} and from_status = 'trialing')`,
        canceled_subscriptions: sql`count(*) filter (where from_status in ${sql.raw(subscriber)} and to_status in ('canceled', 'unpaid'))`,
      },
    }),
    part(scope, {
      at: 'c.canceled_at',
      country: 'c.country',
      from: sql`customers c`,
      where: sql`c.canceled_at is not null and coalesce(c.subscription_canceled_by, '') <> 'system' and ${wasSubscriber}`,
      given: { cancelation_requests: sql`count(*)` },
    }),
    part(scope, {
      at: 'c.created_at',
      country: 'c.country',
      from: sql`customers c`,
      where: sql`c.referred_by is not null`,
      given: { referred_users: sql`count(*)` },
    }),
    part(scope, {
      at: 'q.created_at',
      country: 'c.country',
      from: sql`qrs q join customers c on c.id = q.user_id`,
      where: sql`not q.archived`,
      given: { new_qrs: sql`count(*)` },
    }),
    scansOf(scope),
  ]
}

/** Whether customer `c` was active or past due when canceling: before that second, or by a change within it. */
const wasSubscriber = sql.raw(`(
  exists (select from subscription_changes s where s.user_id = c.id and s.at = c.canceled_at
    and (s.from_status in ${subscriber} or s.to_status in ${subscriber}))
  or (select s.to_status from subscription_changes s where s.user_id = c.id and s.at < c.canceled_at order by s.at desc, s.id desc limit 1)
    in ${subscriber})`)

/**
 * Successful payments, each with whether it is its customer's first;
 * `offset 0` makes the planner compute that once per payment.
 */
function paidOf(scope: Scope): SQL {
  if (scope === 'all')
    return sql`select p.*, row_number() over (partition by p.user_id order by p.confirmed_at, p.id) = 1 as is_first from payments p where ${isPaid('p')}`
  return sql`select p.*, not exists (
      select from payments f where f.user_id = p.user_id and ${isPaid('f')} and (f.confirmed_at, f.id) < (p.confirmed_at, p.id)
    ) as is_first from payments p where ${isPaid('p')} and ${within(scope, 'p.confirmed_at')} offset 0`
}

/** Scans are already stored by Madrid day. */
function scansOf(scope: Scope | OfCustomer): SQL {
  const values = sql.join(
    figures.map((name) => (kept.includes(name) ? sql.raw(`sum(d.${name})`) : sql`0`)),
    sql`, `,
  )
  return sql`select d.day, coalesce(c.country, '') as country, ${values}
    from qr_daily_scans d join qrs q on q.id = d.qr_id join customers c on c.id = q.user_id
    where ${isDay(scope) ? sql`d.day = ${scope.day}::date` : within(scope, '')} group by 1, 2`
}

/**
 * Discounted new subscriptions by day, country and percent: those with a discounted non-trial payment confirmed within
 * 86,400 seconds of the change; the nearest counts, then the lowest id.
 */
export function discountsOf(scope: Scope | OfCustomer): SQL {
  // Joined by customer instead of a subquery by time: half of all payments are within a day of something.
  return sql`select day, country, percent, count(*) from (
      select distinct on (s.id) ${dayColumn(scope, 's.at')} as day, coalesce(c.country, '') as country, p.discount as percent
      from subscription_changes s join customers c on c.id = s.user_id join payments p on p.user_id = s.user_id
      where ${started} and ${within(scope, 's.at')}
        and p.discount > 0 and not p.trial_plan and ${isPaid('p')} and abs(p.confirmed_at - s.at) <= 86400
      order by s.id, abs(p.confirmed_at - s.at), p.id
    ) discounted group by day, country, percent`
}
