import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

const figures = [
  'new_trials',
  'canceled_trials',
  'new_subscriptions',
  'upgraded_from_trial',
  'canceled_subscriptions',
  'discounted_subscriptions',
  'referred_users',
  'new_qrs',
  'payments',
  'gross',
  'refund_count',
  'refunds',
  'dispute_count',
  'disputes',
  'scans',
  'visits',
] as const
type Figure = (typeof figures)[number]

/** Scans by QR are kept for some weeks, so that these two cannot be computed for older days. */
const kept: readonly Figure[] = ['scans', 'visits']

/**
 * Computes `daily_figures` anew from payments, refunds, subscription changes, customers, QRs and their scans, by Madrid day and
 * country ('' where unknown). Countries are the customer's, for money the payment's own. Call it in a transaction.
 *
 * - new trials: changes to trialing; new subscriptions: changes to active by someone who was neither active nor past due
 *   (a recovered renewal is not new); upgraded from trial: those that came from trialing; discounted: those with a discounted
 *   payment confirmed within a day of the change;
 * - canceled trials: trialing to canceled or trial_ended; canceled subscriptions: active or past due to canceled or unpaid;
 * - payments and gross: succeeded payments by confirmation; disputes among them; refunds: succeeded ones by settlement; all in
 *   EUR cents;
 * - scans and visits: from the scans by QR. Days older than the oldest of those rows keep the scans and visits they have.
 */
export async function rebuildDailyFigures(db: Db): Promise<void> {
  await db.execute(sql`
    update daily_figures set ${list(figures, (name) => (kept.includes(name) ? `${name} = case when day >= kept.first then 0 else ${name} end` : `${name} = 0`))}
    from (select min(day) as first from qr_daily_scans) kept`)
  // One list of rows, each with zeros for what its source does not tell, and no join of sources: the planner has nothing to
  // misjudge in a table that was loaded a moment ago.
  await db.execute(sql`
    insert into daily_figures as f (day, country, ${list(figures)})
    select day, country, ${list(figures, (name) => `sum(${name})`)}
    from (${sql.join([changes, discounted, paid, refunded, referred, made, scanned], sql` union all `)}) source
    group by day, country
    on conflict (day, country) do update set ${list(figures, (name) => `${name} = f.${name} + excluded.${name}`)}`)
  await db.execute(sql`delete from daily_figures where ${list(figures, (name) => `${name} = 0`, ' and ')}`)
}

function list(names: readonly Figure[], write: (name: Figure) => string = (name) => name, separator = ', '): SQL {
  return sql.raw(names.map(write).join(separator))
}

/** Rows of one source: its figures by the Madrid day of `at` (unix seconds) and country. */
function source(at: string, country: string, from: SQL, given: Partial<Record<Figure, SQL>>): SQL {
  const values = sql.join(
    figures.map((name) => sql`${given[name] ?? sql.raw('0')} as ${sql.raw(name)}`),
    sql`, `,
  )
  return sql`select (to_timestamp(${sql.raw(at)}) at time zone 'Europe/Madrid')::date as day, coalesce(${sql.raw(country)}, '') as country, ${values} from ${from} group by 1, 2`
}

const started = sql.raw(`(to_status = 'active' and coalesce(from_status, '') not in ('active', 'past_due'))`)

const changes = source('s.at', 'c.country', sql`subscription_changes s join customers c on c.id = s.user_id`, {
  new_trials: sql`count(*) filter (where to_status = 'trialing' and from_status is distinct from 'trialing')`,
  canceled_trials: sql`count(*) filter (where from_status = 'trialing' and to_status in ('canceled', 'trial_ended'))`,
  new_subscriptions: sql`count(*) filter (where ${started})`,
  upgraded_from_trial: sql`count(*) filter (where ${started} and from_status = 'trialing')`,
  canceled_subscriptions: sql`count(*) filter (where from_status in ('active', 'past_due') and to_status in ('canceled', 'unpaid'))`,
})

/** A join by customer and not a sub-query by time: half the payments lie within a day of something. */
const discounted = source(
  's.at',
  'c.country',
  sql`subscription_changes s join customers c on c.id = s.user_id join payments p on p.user_id = s.user_id
    where ${started} and p.discount > 0 and not p.trial_plan and p.stripe_payment_intent_status = 'succeeded' and abs(p.confirmed_at - s.at) <= 86400`,
  { discounted_subscriptions: sql`count(distinct s.id)` },
)

const paid = source(
  'confirmed_at',
  'country',
  sql`payments where stripe_payment_intent_status = 'succeeded' and confirmed_at is not null`,
  {
    payments: sql`count(*)`,
    gross: sql`sum(final_amount)`,
    dispute_count: sql`count(*) filter (where stripe_dispute_status is not null)`,
    disputes: sql`coalesce(sum(final_amount) filter (where stripe_dispute_status is not null), 0)`,
  },
)

const refunded = source(
  'r.settled_at',
  'p.country',
  sql`refunds r join payments p on p.id = r.payment_id where r.state = 'succeeded' and r.settled_at is not null`,
  {
    refund_count: sql`count(*)`,
    refunds: sql`sum(r.final_amount)`,
  },
)

const referred = source('created_at', 'country', sql`customers where referred_by is not null`, { referred_users: sql`count(*)` })

const made = source('q.created_at', 'c.country', sql`qrs q join customers c on c.id = q.user_id`, { new_qrs: sql`count(*)` })

/** These have their Madrid day already; noon of it comes back as the same day. */
const scanned = source(
  `extract(epoch from d.day) + 43200`,
  'c.country',
  sql`qr_daily_scans d join qrs q on q.id = d.qr_id join customers c on c.id = q.user_id`,
  { scans: sql`sum(d.scans)`, visits: sql`sum(d.visits)` },
)
