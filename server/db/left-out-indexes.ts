import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { repeat } from '../process/repeat.ts'
import type { Database, Orm } from './connect.ts'
import { leftOutIndexes } from './schema/ingest.ts'

/** Held by the import that leaves indexes out, so that nobody else rebuilds them in the meantime. */
const lockKey = 4600_0004

/** Milliseconds: while we wait for a lock, readers and writers queue behind us. */
const lockTimeoutMs = 5_000

/** An import's exclusive right to leave indexes out. It ends with the process, however that ends. */
export interface LeaveOut {
  /**
   * Drops indexes that only speed up reads, no primary keys or unique ones, and stores how to rebuild them.
   * @returns how many; 0 if somebody keeps the table busy for too long
   */
  drop(table: string): Promise<number>
  /** Rebuilds the indexes left out of these tables, by default of all. Writes to a table wait until it is done. */
  restore(tables?: readonly string[]): Promise<void>
  /** Releases the right. */
  end(): void
}

/** @returns null if another process has the right */
export async function leaveIndexesOut({ sessions, patient }: Database): Promise<LeaveOut | null> {
  const holder = await sessions.connect()
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

/** Tables that lack indexes: an import is running, or was killed. */
export async function tablesWithoutIndexes(orm: Orm): Promise<Set<string>> {
  const rows = await orm.selectDistinct({ table: leftOutIndexes.table }).from(leftOutIndexes)
  return new Set(rows.map(({ table }) => table))
}

/**
 * Rebuilds indexes that a killed import left out. Does nothing while an import is running.
 * @param options concurrently: takes longer but blocks nobody
 * @returns whether there were any
 */
export async function restoreIndexes(
  { sessions, patient }: Pick<Database, 'sessions' | 'patient'>,
  options: MakeOptions,
): Promise<boolean> {
  if ((await tablesWithoutIndexes(patient.orm)).size === 0) return false
  const holder = await sessions.connect()
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

/** `lock_not_available`: somebody has been reading or writing the table for a long time. */
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
      // An entry may exist although its index does: an import was killed after building it but before deleting the entry.
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

/** Two at a time; concurrent builds one by one, since PostgreSQL allows only one per table. */
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
      // More than most servers' default, but small compared with their memory: at most two of these run.
      await client.query(`SELECT set_config('maintenance_work_mem', '256MB', false)
        WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB')`)
      for (let next = rest.shift(); next && !signal?.aborted; next = rest.shift()) await make(client, next, concurrently)
    } finally {
      signal?.removeEventListener('abort', cancel)
      // Closes the connection, and so drops its changed settings.
      client.release(true)
    }
  }
  await Promise.all(concurrently ? [work()] : [work(), work()])
  for (const table of new Set(due.map(({ table }) => table))) await pool.query(`ANALYZE ${pg.escapeIdentifier(table)}`)
}

/** Builds an index and deletes its entry. Replaces an incomplete one, and accepts one that already exists. */
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
 * Rebuilds indexes that a killed import left out: now, and every minute, as another one may be killed later.
 * @returns a function that stops it and waits for the current round
 */
export function startRestoringIndexes(database: Database, log: FastifyBaseLogger): () => Promise<void> {
  if (database.kind !== 'postgres') return () => Promise.resolve()
  const restore = async (signal: AbortSignal) => {
    if (await restoreIndexes(database, { concurrently: true, signal })) log.info('indexes that an import had left out are there again')
  }
  return repeat(restore, { job: 'restoring-indexes', log, fault: 'indexes that an import had left out could not be made' })
}
