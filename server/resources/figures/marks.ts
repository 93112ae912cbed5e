import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'

/** Tables whose triggers write `figure_marks`. */
const marked = ['payments', 'refunds', 'subscription_changes', 'customers', 'qrs', 'qr_daily_scans'] as const

/**
 * Disables the triggers for a load that computes all figures at its
 * end. Needs the tables' owner; call it in the load's transaction.
 */
export async function pauseMarks(tx: Db): Promise<void> {
  for (const table of marked) await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
}

export async function resumeMarks(tx: Db): Promise<void> {
  for (const table of marked) await tx.execute(sql.raw(`alter table ${table} enable trigger user`))
}

/** Madrid days (YYYY-MM-DD), both included. */
export interface Days {
  first: string
  last: string
}

const isPaid = sql.raw(`p.stripe_payment_intent_status = 'succeeded' and p.confirmed_at is not null`)

/** All days. */
const always: Days = { first: '0001-01-01', last: '9999-12-31' }

/** Whether any change since the last update may affect these days. */
export async function areMarked(db: Db, { first, last }: Days = always): Promise<boolean> {
  const { rows } = await db.execute<{ marked: boolean }>(sql`
    select exists(select from figure_marks where day is null or day between ${first}::date and ${last}::date or user_id is not null) as marked`)
  return rows[0]?.marked === true
}

/** Beyond this many moved customers, recomputing all days is cheaper. */
const maxMoves = 500

/** Whether all days must be recomputed. */
export async function isEverythingMarked(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ everything: boolean }>(sql`
    select exists(select from figure_marks where day is null and user_id is null and qr_id is null)
      or (select count(*) from figure_marks where to_country is not null) > ${maxMoves} as everything`)
  return rows[0]?.everything === true
}

/**
 * Turns marks of customers and QRs into marks of days; call `moveCustomers` first. Besides the days of the marks
 * themselves:
 * - for a customer or QR marked as a whole: all their days;
 * - if a payment changed: the day of the customer's earliest payment on an unmarked day, if later than a marked day, as
 * it may have become or ceased to be the first. (A payment before a former first one is new and thus marked itself; a
 * former first one that changed has its day marked.)
 * - the refunds of a payment that became or ceased to be successful: they count only if it does;
 * - new subscriptions within 86,400 seconds of that day, as its discount may be theirs;
 * - if a status change changed: the day of a later request to cancel.
 */
export async function expandMarks(tx: Db): Promise<void> {
  await tx.execute(sql`
    with taken as (delete from figure_marks where user_id is not null or qr_id is not null returning day, user_id, qr_id),
    whole as (select distinct user_id from taken where day is null and user_id is not null),
    parts as (select distinct day, user_id from taken where day is not null),
    since as (select user_id, min(day) as first from parts group by user_id),
    moved as (select distinct qr_id from taken where qr_id is not null)
    insert into figure_marks (day)
    select day from parts
    union
    select madrid_day(p.confirmed_at) from whole w join payments p on p.user_id = w.user_id where ${isPaid}
    union
    select madrid_day(r.settled_at) from whole w join payments p on p.user_id = w.user_id join refunds r on r.payment_id = p.id
      where r.settled_at is not null
    union
    select madrid_day(s.at) from whole w join subscription_changes s on s.user_id = w.user_id
    union
    select madrid_day(c.created_at) from whole w join customers c on c.id = w.user_id
    union
    select madrid_day(c.canceled_at) from whole w join customers c on c.id = w.user_id where c.canceled_at is not null
    union
    select madrid_day(q.created_at) from whole w join qrs q on q.user_id = w.user_id
    union
    select d.day from whole w join qrs q on q.user_id = w.user_id join qr_daily_scans d on d.qr_id = q.id
    union
    select d.day from moved m join qr_daily_scans d on d.qr_id = m.qr_id
    union
    select other.day from since, lateral (
      select madrid_day(p.confirmed_at) as day from payments p
      where p.user_id = since.user_id and ${isPaid}
        and not exists (select from parts where parts.user_id = since.user_id and parts.day = madrid_day(p.confirmed_at))
      order by p.confirmed_at limit 1) other
      where other.day > since.first
    union
    select madrid_day(r.settled_at) from parts join payments p on p.user_id = parts.user_id
      and (p.confirmed_at is null or madrid_day(p.confirmed_at) = parts.day) join refunds r on r.payment_id = p.id
      where r.settled_at is not null
    union
    select madrid_day(s.at) from parts join subscription_changes s on s.user_id = parts.user_id and s.to_status = 'active'
      and madrid_day(s.at) between parts.day - 2 and parts.day + 2
    union
    select madrid_day(c.canceled_at) from since join customers c on c.id = since.user_id
      where c.canceled_at is not null and madrid_day(c.canceled_at) >= since.first`)
}

/**
 * Removes and returns the marks of days; call `expandMarks` first.
 * @param most takes at most that many days, latest first
 * @returns the days
 */
export async function takeDays(tx: Db, maxDays: number): Promise<string[]> {
  const { rows } = await tx.execute<{ day: string }>(sql`
    with due as (
      select distinct day from figure_marks order by day desc limit ${maxDays}
    ), taken as (
      delete from figure_marks where day in (select day from due) returning day
    )
    select distinct day::text as day from taken order by day desc`)
  return rows.map(({ day }) => day)
}
