import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { ownTables, type Queries, setSequences } from '../../db/catalog.ts'
import type { Database } from '../../db/connect.ts'
import { dropIndexes } from '../../db/indexes.ts'
import { migrate } from '../../db/migrate.ts'
import { StartError } from '../../process/start-error.ts'
import type { Row } from './rows.ts'
import type { Source } from './source.ts'

/** Advisory lock held while copying, so that nobody else copies into the same database. */
const lockKey = 4600_0005

/** Tables that have rows right after migration. */
const filledByMigrations = ['figure_marks', 'qr_counts']

/** How much of a table has been copied. */
export interface TableNote {
  /** The source's checksum when the copy of the table began. */
  sum: string
  rows: number
  after: Row | null
  isDone: boolean
}

/**
 * Prepares an empty database for a copy, or finds one that is being filled from the same source. There is no
 * `schema_migrations` until the copy is finished, so that no server starts on incomplete data. Indexes, foreign
 * keys and triggers are dropped for the copy: they slow down or react to writes. The database's owner may drop
 * them, whereas `session_replication_role` requires a superuser. `unfinished_copy` stores how to recreate them.
 * @param client holds the lock while it is connected
 * @returns whether an earlier copy is being resumed
 * @throws StartError if it is not empty; nothing was changed then
 */
export async function prepareTarget(database: Database, client: Queries, source: Source, log: FastifyBaseLogger): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [lockKey])
  if (!rows[0]?.got) throw new StartError('Another process is copying into that database.')
  const unfinished = await unfinishedFrom(client)
  if (unfinished !== null && unfinished !== source.id)
    throw new StartError(`That database holds the first part of a copy of ${unfinished}. Empty it first, or continue that copy.`)
  if (unfinished !== null) return true
  await requireEmpty(client)
  await migrate(database, log, source.migrations)
  await requireEmpty(client)
  await database.patient.orm.transaction(async (tx) => {
    const triggered = await tx.execute<{ name: string }>(sql`
      select distinct tgrelid::regclass::text as name from pg_trigger join pg_class c on c.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace`)
    await tx.execute(sql`create table unfinished_copy (kind text, name text, detail jsonb not null, primary key (kind, name))`)
    const note = (kind: string, name: string, detail: unknown) =>
      tx.execute(sql`insert into unfinished_copy values (${kind}, ${name}, ${JSON.stringify(detail)}::jsonb)`)
    await note('source', '', source.id)
    for (const { name } of triggered.rows) await tx.execute(sql.raw(`alter table ${name} disable trigger user`))
    const statements = [...(await dropIndexes(tx)), ...triggered.rows.map(({ name }) => `alter table ${name} enable trigger user`)]
    for (const [index, statement] of statements.entries()) await note('statement', String(index).padStart(4, '0'), statement)
    await tx.execute(sql`alter table schema_migrations rename to unfinished_migrations`)
  })
  return false
}

/** @returns the source of an unfinished copy; null if there is none */
export async function unfinishedFrom(client: Queries): Promise<string | null> {
  const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass('public.unfinished_copy') IS NOT NULL AS known")
  if (!rows[0]?.known) return null
  const { rows: notes } = await client.query<{ detail: string }>("SELECT detail FROM unfinished_copy WHERE kind = 'source'")
  return notes[0]?.detail ?? ''
}

async function requireEmpty(client: Queries): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)
      ORDER BY relname`,
    [[...ownTables, ...filledByMigrations]],
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await client.query(`SELECT FROM public.${pg.escapeIdentifier(name)} LIMIT 1`)
    if (rowCount) found.push(name)
  }
  if (found.length === 0) return
  const named = `${found.slice(0, 5).join(', ')}${found.length > 5 ? ` and ${found.length - 5} more` : ''}`
  throw new StartError(`The target is not empty: there are rows in ${named}. Nothing was changed; use an empty database.`)
}

export async function noteOf(client: Queries, table: string): Promise<TableNote | null> {
  const { rows } = await client.query<{ detail: TableNote }>("SELECT detail FROM unfinished_copy WHERE kind = 'table' AND name = $1", [
    table,
  ])
  return rows[0]?.detail ?? null
}

export async function writeNote(client: Queries, table: string, note: TableNote): Promise<void> {
  await client.query(
    `INSERT INTO unfinished_copy VALUES ('table', $1, $2) ON CONFLICT (kind, name) DO UPDATE SET detail = excluded.detail`,
    [table, JSON.stringify(note)],
  )
}

/**
 * Recreates indexes, foreign keys and triggers, which verifies the foreign keys. Then servers may start on the database.
 * @param onProgress gets what is being created
 */
export async function finishTarget(database: Database, source: Source, onProgress: (done: number, of: number) => void): Promise<void> {
  const { pool, orm } = database.patient
  const { rows } = await pool.query<{ name: string; statement: string }>(
    `SELECT name, detail #>> '{}' AS statement FROM unfinished_copy WHERE kind = 'statement' ORDER BY name`,
  )
  for (const [index, { name, statement }] of rows.entries()) {
    onProgress(index, rows.length)
    await orm.transaction(async (tx) => {
      await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
      await tx.execute(sql.raw(statement))
      await tx.execute(sql`delete from unfinished_copy where kind = 'statement' and name = ${name}`)
    })
  }
  await setSequences(pool, source.sequences)
  await pool.query('VACUUM ANALYZE')
  await orm.transaction(async (tx) => {
    // This row came from the source: it says how far that database's log had been vacuumed.
    await tx.execute(sql`delete from app_state where key = 'vacuum'`)
    await tx.execute(sql`drop table unfinished_copy`)
    await tx.execute(sql`alter table unfinished_migrations rename to schema_migrations`)
  })
}
