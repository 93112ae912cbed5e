import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db, Orm } from '../../db/connect.ts'
import { repeat } from '../../process/repeat.ts'

/** Customers counted, or changes added up, per transaction: few enough that nobody waits long for the embedded database. */
const customersAtOnce = 2_000
const changesAtOnce = 5_000

const isBeginning = sql.raw(`type = '' and user_id = 0`)

/** Whether all QRs are counted; not for a while after an upgrade. */
export async function areQrsCounted(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select from qr_counts where ${isBeginning}`)
  return rows.length === 0
}

/**
 * Customers with QRs, as rows of `user_id` and `count`; exact even while changes are pending. Has at least the
 * first `max` rows of the order. Reads only as many counts as are wanted, plus one per pending customer.
 * @param type undefined: QRs of all types
 * @param most how many rows are wanted
 */
export function countedQrs(type: string | undefined, order: SQL, max: number): SQL {
  const isOfType = type === undefined ? sql`true` : sql`type = ${type}`
  // Customers with pending changes are excluded from the counts read and added separately, so that many more counts are read.
  return sql`
    with pending as materialized (select user_id, sum(change)::int as change from qr_count_changes where ${isOfType} group by user_id),
    counted as materialized (
      select user_id, count from qr_counts where type = ${type ?? ''} and count > 0
      order by ${order} limit ${max} + (select count(*) from pending)
    )
    select user_id, count from counted where not exists (select from pending where pending.user_id = counted.user_id)
    union all
    select user_id, coalesce(before.count, 0) + change from pending
      left join (select user_id, count from qr_counts where type = ${type ?? ''}) as before using (user_id)
      where coalesce(before.count, 0) + change > 0`
}

/** Only one writer of counts at a time; readers are unaffected. Under `repeatable read` the snapshot dates from getting the lock. */
const lockCounts = sql.raw('lock table qr_counts in share row exclusive mode')

/** Recounts the QRs of all customers. Call it in a transaction of its own under `repeatable read`, or while nobody else writes. */
export async function countAllQrs(tx: Db): Promise<void> {
  await tx.execute(lockCounts)
  await tx.execute(sql`delete from qr_count_changes`)
  await tx.execute(sql`delete from qr_counts`)
  await tx.execute(plainCounts(sql`true`))
}

const plainCounts = (where: SQL) => sql`insert into qr_counts (type, user_id, count)
  select coalesce(type, ''), user_id, count(*) from qrs where ${where} ${byType}`

/** By customer and type, and by customer. */
const byType = sql.raw('group by grouping sets ((user_id, type), (user_id))')

/** Counts the QRs of some customers for the first time. Returns false if all customers had been counted before. */
async function countSome(orm: Orm): Promise<boolean> {
  return orm.transaction(
    async (tx) => {
      await tx.execute(lockCounts)
      const { rows } = await tx.execute<{ first: number; last: number | null }>(sql`
        select count as first, (select max(id) from (select id from customers where id > count order by id limit ${customersAtOnce}) as next) as last
        from qr_counts where ${isBeginning}`)
      const [range] = rows
      if (!range) return false
      if (range.last === null) await tx.execute(sql`delete from qr_counts where ${isBeginning}`)
      else {
        const ofThem = sql`user_id > ${range.first} and user_id <= ${range.last}`
        await tx.execute(sql`delete from qr_count_changes where ${ofThem}`)
        await tx.execute(sql`delete from qr_counts where ${ofThem}`)
        await tx.execute(plainCounts(ofThem))
        await tx.execute(sql`update qr_counts set count = ${range.last} where ${isBeginning}`)
      }
      return true
    },
    { isolationLevel: 'repeatable read' },
  )
}

/**
 * Adds pending changes to the counts.
 * @returns how many changes; fewer than `max` if no more are pending
 */
export async function foldQrCounts(orm: Orm, max = changesAtOnce): Promise<number> {
  const { rows } = await orm.execute(sql`select from qr_count_changes limit 1`)
  if (rows.length === 0) return 0
  return orm.transaction(async (tx) => {
    await tx.execute(lockCounts)
    const { rows: folded } = await tx.execute<{ changes: number }>(sql`
      with taken as (
        delete from qr_count_changes where ctid = any(array(select ctid from qr_count_changes limit ${max})) returning user_id, type, change
      ), stored as (
        insert into qr_counts as c (type, user_id, count)
        select coalesce(type, ''), user_id, sum(change) from taken ${byType}
        on conflict (type, user_id) do update set count = c.count + excluded.count
      )
      select count(*)::int as changes from taken`)
    return folded[0]?.changes ?? 0
  })
}

/** Brings the counts up to date in small batches. After an upgrade, counts all customers first. */
export async function countQrs(orm: Orm, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true && (await countSome(orm)));
  while (signal?.aborted !== true && (await foldQrCounts(orm)) === changesAtOnce);
}

/**
 * Does so now and every minute.
 * @returns a function that stops it and waits for the current round
 */
export function startCounting({ patient }: Pick<Database, 'patient'>, log: FastifyBaseLogger): () => Promise<void> {
  return repeat((signal) => countQrs(patient.orm, signal), { job: 'qr-counts', log, fault: 'QR codes could not be counted' })
}

/** A wrong count; type '' counts all types. */
export interface WrongCount extends Record<string, unknown> {
  userId: number
  type: string
  stored: number
  expected: number
}

/**
 * Compares the counts with the QRs.
 * @param most how many wrong counts are returned
 * @returns null while they are still being counted
 */
export async function checkQrCounts(db: Db, max: number): Promise<WrongCount[] | null> {
  if (!(await areQrsCounted(db))) return null
  const { rows } = await db.execute<WrongCount>(sql`
    with changes as (select coalesce(type, '') as type, user_id, sum(change) as count from qr_count_changes ${byType}),
    stored as (
      select type, user_id, sum(count) as count from (select type, user_id, count from qr_counts union all select * from changes) as parts
      group by type, user_id
    ), expected as (select coalesce(type, '') as type, user_id, count(*) as count from qrs ${byType})
    select user_id as "userId", type, coalesce(stored.count, 0)::int as stored, coalesce(expected.count, 0)::int as expected
    from stored full join expected using (type, user_id)
    where coalesce(stored.count, 0) <> coalesce(expected.count, 0) order by user_id, type limit ${max}`)
  return rows
}
