import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Database, Orm } from './connect.ts'
import { repeat } from '../repeat.ts'
import { leftOutIndexes } from './schema/ingest.ts'

/** Held by the import that leaves indexes out: nobody else makes them again meanwhile. */
const lockKey = 4600_0004

/** Milliseconds that readers and writers may have to wait behind us, if we wait for somebody to end. */
const lockTimeoutMs = 5_000

/** An import's right to leave indexes out. It ends with the process, whatever becomes of that. */
export interface LeaveOut {
  /**
   * Drops what only speeds up readers, and notes how to make it again: no primary key, nothing unique.
   * @returns how many indexes; none if somebody works with the table for too long
   */
  drop(table: string): Promise<number>
  /** Makes indexes of the tables again that are left out; of all by default. Changes of a table wait meanwhile. */
  restore(tables?: readonly string[]): Promise<void>
  /** Gives the right back. */
  end(): void
}

/** @returns null if another process has the right */
export async function leaveIndexesOut({ pool, patient }: Database): Promise<LeaveOut | null> {
  const holder = await pool.connect()
  if (!(await lock(holder))) {
    holder.release()
    return null
  }
  return {
    drop: (table) => dropIndexes(patient.orm, table),
    restore: (tables) => makeAll(patient, { tables }),
    end: () => holder.release(true),
  }
}

/** Tables that lack indexes: an import is under way, or was killed. */
export async function tablesWithoutIndexes(orm: Orm): Promise<Set<string>> {
  const rows = await orm.selectDistinct({ table: leftOutIndexes.table }).from(leftOutIndexes)
  return new Set(rows.map(({ table }) => table))
}

/**
 * Makes indexes again that an import left out and was killed, unless one is at work.
 * @param options concurrently: without keeping anybody waiting, which takes longer
 * @returns whether there were any
 */
export async function restoreIndexes({ pool, patient }: Pick<Database, 'pool' | 'patient'>, options: MakeOptions): Promise<boolean> {
  if ((await tablesWithoutIndexes(patient.orm)).size === 0) return false
  const holder = await pool.connect()
  try {
    if (!(await lock(holder))) return false
    await makeAll(patient, options)
    return true
  } finally {
    holder.release(true)
  }
}

async function lock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [lockKey])
  return rows[0]?.got === true
}

/** `lock_not_available`: somebody reads or writes the table for a long time. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && ((error as Error & { code?: unknown }).code === '55P03' || isBusy(error.cause))

async function dropIndexes(orm: Orm, table: string): Promise<number> {
  try {
    return await orm.transaction(async (tx) => {
      await tx.execute(sql.raw(`SET LOCAL lock_timeout = ${lockTimeoutMs}`))
      const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
        select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = ${`public.${table}`}::regclass and not i.indisunique and i.indisvalid`)
      if (rows.length === 0) return 0
      // One may be noted although it is there: made by an import that was killed before it could say so.
      await tx
        .insert(leftOutIndexes)
        .values(rows.map((row) => ({ ...row, table })))
        .onConflictDoNothing()
      await tx.execute(sql.raw(`DROP INDEX ${rows.map((row) => pg.escapeIdentifier(row.name)).join(', ')}`))
      return rows.length
    })
  } catch (error) {
    if (isBusy(error)) return 0
    throw error
  }
}

interface MakeOptions {
  tables?: readonly string[]
  concurrently?: boolean
  signal?: AbortSignal
}

/** Two at a time; concurrently one by one, as PostgreSQL makes such ones of a table. */
async function makeAll({ pool, orm }: Database['patient'], { tables, concurrently = false, signal }: MakeOptions): Promise<void> {
  const all = await orm.select().from(leftOutIndexes).orderBy(leftOutIndexes.name)
  const due = tables ? all.filter(({ table }) => tables.includes(table)) : all
  const rest = [...due]
  const work = async () => {
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const cancel = () => void pool.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid])
    signal?.addEventListener('abort', cancel)
    try {
      // More than most servers' own setting, and little beside what they have: two of these at most.
      await client.query(`SELECT set_config('maintenance_work_mem', '256MB', false)
        WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB')`)
      for (let next = rest.shift(); next && !signal?.aborted; next = rest.shift()) await make(client, next, concurrently)
    } finally {
      signal?.removeEventListener('abort', cancel)
      // With its settings.
      client.release(true)
    }
  }
  await Promise.all(concurrently ? [work()] : [work(), work()])
  for (const table of new Set(due.map(({ table }) => table))) await pool.query(`ANALYZE ${pg.escapeIdentifier(table)}`)
}

/** Makes an index, and forgets that it was left out. One that was made halfway, or is there in spite of us, is no obstacle. */
async function make(client: pg.PoolClient, { name, definition }: typeof leftOutIndexes.$inferSelect, concurrently: boolean): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>('SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)', [
    `public.${pg.escapeIdentifier(name)}`,
  ])
  if (rows[0]?.valid === false) await client.query(`DROP INDEX ${pg.escapeIdentifier(name)}`)
  if (rows[0]?.valid !== true)
    await client.query(concurrently ? definition.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY') : definition)
  await client.query('DELETE FROM left_out_indexes WHERE name = $1', [name])
}

/**
 * Makes indexes again that a killed import left out: now, and every minute, as one may be killed later.
 * @returns a function that stops it and waits for the current round
 */
export function startRestoringIndexes(database: Database, log: FastifyBaseLogger): () => Promise<void> {
  if (database.kind !== 'postgres') return () => Promise.resolve()
  const restore = async (signal: AbortSignal) => {
    if (await restoreIndexes(database, { concurrently: true, signal })) log.info('indexes that an import had left out are there again')
  }
  return repeat(restore, { job: 'restoring-indexes', log, fault: 'indexes that an import had left out could not be made' })
}
