import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { StartError } from '../process/start-error.ts'
import type { Database } from './connect.ts'
import { restoreIndexes } from './left-out-indexes.ts'
import { type Migration, readMigrations } from './migration-files.ts'

/** Advisory lock for migrating: if several servers start together, one migrates and the others wait. */
const lockKey = 4600_0001

const record =
  'CREATE TABLE schema_migrations (position int PRIMARY KEY, tag text NOT NULL, hash text NOT NULL, applied_at bigint NOT NULL)'

interface Applied {
  position: number
  tag: string
  hash: string
}

/**
 * Runs this release's missing migrations, each in one transaction together with its record.
 * @returns tags of the migrations run, in order
 * @throws StartError if the database is newer, has other migrations or foreign tables, or a migration fails; the
 * database is then as before that migration
 */
export async function migrate(database: Database, log: FastifyBaseLogger, migrations = readMigrations()): Promise<string[]> {
  const client = await database.patient.pool.connect()
  try {
    await lock(client, log)
    const applied = await readApplied(client)
    compare(applied, migrations)
    const due = migrations.slice(applied.length)
    if (due.length > 0 && applied.length > 0 && (await holdsRows(client))) {
      const tags = due.map(({ tag }) => tag).join(', ')
      log.warn({ migrations: tags }, 'the database is being migrated; there is no way back but a backup from before')
    }
    // A migration may change an index that a killed import left out.
    if (due.length > 0 && (await hasLeftOutIndexes(client))) await restoreIndexes(database, {})
    for (const migration of due) await apply(client, migration)
    return due.map(({ tag }) => tag)
  } finally {
    // Closes the session and thereby releases its lock.
    client.release(true)
  }
}

async function hasLeftOutIndexes(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass('public.left_out_indexes') IS NOT NULL AS known")
  return rows[0]?.known === true
}

/** Whether any of our tables has a row, so there is something to lose. */
async function holdsRows(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ exists: string }>(
    `SELECT format('EXISTS (SELECT FROM %s)', oid::regclass) AS exists FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('schema_migrations', 'app_state')`,
  )
  if (rows.length === 0) return false
  const found = await client.query<{ any: boolean }>(`SELECT ${rows.map(({ exists }) => exists).join(' OR ')} AS any`)
  return found.rows[0]?.any === true
}

/** Whether all migrations of this release have run, for `/readyz`. */
export async function isMigrated(database: Database, migrations = readMigrations()): Promise<boolean> {
  const { rows } = await database.pool.query<{ count: number }>('SELECT count(*) AS count FROM schema_migrations')
  return (rows[0]?.count ?? 0) >= migrations.length
}

/**
 * Checks that a database has exactly this release's migrations; changes nothing.
 * @returns them
 * @throws StartError
 */
export async function requireSchema({ pool }: Database, migrations = readMigrations()): Promise<Migration[]> {
  const client = await pool.connect()
  try {
    const applied = await readApplied(client)
    compare(applied, migrations)
    if (applied.length === migrations.length) return migrations
    throw new StartError(
      `The database is older than this release: ${migrations[applied.length]?.tag} has not run. Start the server on it once, or use its own release.`,
    )
  } finally {
    client.release()
  }
}

async function lock(client: pg.PoolClient, log: FastifyBaseLogger): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [lockKey])
  if (rows[0]?.got) return
  log.info('waiting for another process that migrates the database')
  await client.query('SELECT pg_advisory_lock($1)', [lockKey])
}

async function readApplied(client: pg.PoolClient): Promise<Applied[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace",
  )
  const tables = rows.map(({ name }) => name)
  if (tables.includes('schema_migrations')) {
    const { rows: applied } = await client.query<Applied>('SELECT position, tag, hash FROM schema_migrations ORDER BY position')
    return applied
  }
  if (tables.includes('unfinished_copy')) {
    throw new StartError(
      'The database holds the first part of a copy. Run the same `npm run move` or `npm run restore` again, which goes on where it was.',
    )
  }
  if (tables.length > 0) {
    throw new StartError(
      `The database holds ${tables.length} tables (${tables.slice(0, 3).join(', ')}…) but no record of migrations: ` +
        'it is not a database of this product, or half restored. Nothing was changed.',
    )
  }
  return []
}

/** @throws StartError unless `applied` is a prefix of `migrations` */
function compare(applied: Applied[], migrations: Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const known = migrations[index]
    if (row.position !== index) {
      throw new StartError(`The record of migrations has a gap before ${row.tag}. Nothing was changed; restore a backup.`)
    }
    if (known === undefined) {
      throw new StartError(`The database is newer than this release: it has had ${row.tag}. Nothing was changed; start a newer release.`)
    }
    if (known.tag !== row.tag || known.hash !== row.hash) {
      throw new StartError(
        `Migration ${row.tag} of the database is not ${known.tag} of this release: it was edited after it ran, or belongs to ` +
          'another branch. Nothing was changed.',
      )
    }
  }
}

/** A migration runs again after a deadlock: writers of several tables may hold what it waits for, and wait for what it holds. */
const maxTries = 10

async function apply(client: pg.PoolClient, migration: Migration, tried = 1): Promise<void> {
  let running = ''
  try {
    await client.query('BEGIN')
    for (running of [...(migration.position === 0 ? [record] : []), ...migration.statements]) await client.query(running)
    const row = [migration.position, migration.tag, migration.hash, Math.floor(Date.now() / 1000)]
    await client.query('INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', row)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      // The connection is gone, and its transaction with it.
    })
    if (hasCode(error, deadlock) && tried < maxTries) return apply(client, migration, tried + 1)
    const reason = error instanceof Error ? error.message : String(error)
    const where = running.split('\n')[0]?.slice(0, 80) ?? ''
    const remedy = hasCode(error, insufficientPrivilege) ? await remedyFor(client, running) : ''
    throw new StartError(`Migration ${migration.tag} failed at "${where}": ${reason}. It was rolled back; nothing was changed.${remedy}`)
  }
}

const insufficientPrivilege = '42501'
const deadlock = '40P01'
const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** What lets the role do it; '' if that is not known. */
async function remedyFor(client: pg.PoolClient, refused: string): Promise<string> {
  const { rows } = await client.query<{ role: string; database: string; creates: boolean }>(
    `SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database, has_schema_privilege('public', 'CREATE') AS creates`,
  )
  const [found] = rows
  const isExtension = refused.includes('CREATE EXTENSION')
  if (!found || (found.creates && !isExtension)) return ''
  const { role, database } = found
  const statement = isExtension ? refused.slice(refused.indexOf('CREATE EXTENSION')).trim() : `GRANT CREATE ON SCHEMA public TO ${role};`
  return (
    ` The role ${role} has to own the database (ALTER DATABASE ${database} OWNER TO ${role};), ` +
    `or an administrator runs this in the database: ${statement}`
  )
}
