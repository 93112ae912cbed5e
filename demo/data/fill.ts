import { sql } from 'drizzle-orm'
import type { Database, Db } from '../../server/db/connect.ts'
import { advanceIdentities, createIndexes, dropIndexes } from '../../server/db/indexes.ts'
import type { Config } from '../../server/process/config.ts'
import { StartError } from '../../server/process/start-error.ts'
import { pauseMarks, resumeMarks } from '../../server/resources/figures/marks.ts'
import { rebuildDailyFigures, sumCountries } from '../../server/resources/figures/rebuild.ts'
import { countAllQrs } from '../../server/resources/qrs/counts.ts'
import { addDemoAccounts } from './accounts.ts'
import { addAdsCosts } from './ads.ts'
import { arrivalTimes } from './growth.ts'
import { BulkInsert } from './insert.ts'
import { addInvoices } from './invoices.ts'
import { lastKnownId } from './known.ts'
import type { Load } from './load.ts'
import { madridDays, releaseDay } from './madrid-days.ts'
import { loadNamePools } from './names.ts'
import { addOlderScans } from './older-scans.ts'
import { addSecurity } from './security.ts'
import { Numbering, sketchCustomer } from './sketches.ts'
import { type Society, writeCustomer } from './write-customer.ts'

export const usualCustomers = 5000
/** The customers with stories and some more they refer to. */
export const minCustomers = 50

/** Progress of the fill: `done` of `total` in one part. */
export interface Progress {
  part: 'customers' | 'invoices' | 'indexes' | 'figures'
  done: number
  total: number
}

export interface FillOptions {
  /** Number of customers; 5,000 by default, at least 50. */
  customers?: number
  /**
   * The data's present in unix seconds, which is also the seed: same value, same rows. Defaults to the current minute.
   */
  now?: number
  /** First deletes everything except staff, their sessions and settings. */
  replace?: boolean
  config: Pick<Config, 'secretKey'>
  log: { info(message: string): void }
  onProgress?: (progress: Progress) => void
}

export interface Filled {
  /** False if the database already had demo data. */
  filled: boolean
  rows: number
  milliseconds: number
}

/**
 * Fills an empty database with demo data in one transaction; a second call does nothing.
 * @throws StartError if it has other customers and `replace` isn't set
 */
export async function fillDemo(database: Database, options: FillOptions): Promise<Filled> {
  const started = performance.now()
  const progress = options.onProgress ?? (() => undefined)
  const now = options.now ?? Math.floor(Date.now() / 60_000) * 60
  const customers = Math.max(minCustomers, options.customers ?? usualCustomers)
  const rows = await database.patient.orm.transaction(async (tx) => {
    // If several servers start at once, only one fills.
    await tx.execute(sql`select pg_advisory_xact_lock(46000002)`)
    if (!(await isToBeFilled(tx, options.replace === true))) return null
    await tx.execute(sql`set local synchronous_commit = off`)
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
    await tx.execute(sql`set local work_mem = '128MB'`)
    const staffIds = await addDemoAccounts(tx, options.config.secretKey, now)
    const definitions = await dropIndexes(tx)
    await pauseMarks(tx)
    const bulk = new BulkInsert(tx, database.kind === 'embedded' ? checkpoints(tx) : undefined)
    await load(tx, bulk, { customers, now, staffIds, progress })
    await createIndexes(tx, definitions, (done) => progress({ part: 'indexes', done, total: definitions.length }))
    await advanceIdentities(tx)
    progress({ part: 'figures', done: 0, total: 1 })
    await resumeMarks(tx)
    await countAllQrs(tx)
    await rebuildDailyFigures(tx)
    const firstKept = keptDays(now)[0]?.day
    if (firstKept !== undefined) await addOlderScans(tx, now, firstKept)
    await sumCountries(tx, 'all')
    await tx.execute(sql`insert into app_state (key, value) values ('demo', ${JSON.stringify({ customers, now })}::jsonb)`)
    progress({ part: 'figures', done: 1, total: 1 })
    return bulk.written
  })
  if (rows === null) return { filled: false, rows: 0, milliseconds: 0 }
  const milliseconds = Math.round(performance.now() - started)
  options.log.info(`demo data: ${customers} customers, ${rows} rows in ${(milliseconds / 1000).toFixed(1)} s`)
  return { filled: true, rows, milliseconds }
}

async function isToBeFilled(tx: Db, replace: boolean): Promise<boolean> {
  const { rows } = await tx.execute<{ demo: boolean; customers: number }>(
    sql`select exists(select from app_state where key = 'demo') as demo, (select count(*)::int from customers) as customers`,
  )
  const found = rows[0]
  if (replace) {
    await deleteEverything(tx)
    return true
  }
  if (found?.demo) return false
  if (found !== undefined && found.customers > 0) {
    throw new StartError(`The database already holds ${found.customers} customers that are not demo data. Nothing was changed.`)
  }
  return true
}

/** Deletes all but staff, sign-ins and facts about the database itself. */
async function deleteEverything(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ tables: string }>(sql`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('schema_migrations', 'app_state', 'staff', 'sessions', 'known_browsers', 'sign_in_challenges', 'rate_limits')`)
  await tx.execute(sql.raw(`truncate ${rows[0]?.tables} restart identity`))
  await tx.execute(sql`delete from app_state where key = 'demo'`)
}

interface LoadInput {
  customers: number
  now: number
  staffIds: number[]
  progress: (progress: Progress) => void
}

async function load(tx: Db, bulk: BulkInsert, { customers, now, staffIds, progress }: LoadInput): Promise<void> {
  const arrivals = arrivalTimes(customers - lastKnownId, now)
  const sketch = (id: number) => sketchCustomer(id, arrivals[id - lastKnownId - 1] ?? now, now)
  const known = { payments: [] as number[], qrs: [] as number[] }
  const drawn = { payments: [] as number[], qrs: [] as number[] }
  for (let id = 1; id <= customers; id++) {
    const { life, qrTimes } = sketch(id)
    const times = id <= lastKnownId ? known : drawn
    for (const { at } of life.charges) times.payments.push(at)
    for (const at of qrTimes) times.qrs.push(at)
  }
  const paymentIds = new Numbering(known.payments, drawn.payments)
  const qrIds = new Numbering(known.qrs, drawn.qrs)
  const context: Load = {
    bulk,
    now,
    customers,
    density: Math.min(1, 4000 / customers),
    scanStride: Math.max(1, Math.floor((known.qrs.length + drawn.qrs.length) / Math.min(8000, 300 + customers / 12))),
    scanDays: keptDays(now),
    staffIds,
    suspects: [],
    formerUris: 0,
  }
  const society: Society = { pools: await loadNamePools(), emails: new Set(), colleagues: [] }
  for (let id = 1; id <= customers; id++) {
    const one = sketch(id)
    await writeCustomer(context, society, one, { payment: paymentIds.take(one.life.charges.length), qr: qrIds.take(one.qrTimes.length) })
    if (id % 500 === 0 || id === customers) progress({ part: 'customers', done: id, total: customers })
  }
  await addSecurity(context)
  await addAdsCosts(context)
  await bulk.flush()
  progress({ part: 'invoices', done: 0, total: 1 })
  await tx.execute(sql`insert into used_uris (uri, qr_id) select uri, id from qrs union all select uri, qr_id from uri_history`)
  // A pending refund must also exist at the provider, or it would be settled as lost.
  await tx.execute(sql`
    insert into sandbox_refunds (id, intent_id, key, amount, status, reason, created_at)
    select 're_sandbox_' || r.id, p.stripe_payment_intent_id, r.idempotency_key, r.amount, 'pending', r.reason, r.created_at
    from refunds r join payments p on p.id = r.payment_id where r.state = 'pending'`)
  // The first customer invited people before anyone else existed:
  // give two who accepted an account; the third never made one.
  await tx.execute(sql`
    update invitations i set user_id = c.id, email = c.email
    from (select id, row_number() over (order by id) + 1 as account from invitations where owner_id = 1 and status = 1) accepted
    join customers c on c.id = accepted.account
    where i.id = accepted.id and accepted.account <= 3`)
  await addInvoices(tx)
  progress({ part: 'invoices', done: 1, total: 1 })
}

/** Days with scans per QR: today and the 34 before. */
function keptDays(now: number) {
  return madridDays(releaseDay, now).slice(-35)
}

/** Checkpoints during the load: PGlite writes none, and its log would grow to the load's size. */
function checkpoints(tx: Db): (characters: number) => Promise<void> {
  let since = 0
  return async (characters) => {
    since += characters
    if (since < 64_000_000) return
    since = 0
    await tx.execute(sql`checkpoint`)
  }
}
