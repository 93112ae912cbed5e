import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type Database, type DatabaseTimes, openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { statement, urlOf } from './postgres.ts'

/** A test file's database, open from the first test to the last. */
export interface TestDatabase {
  readonly current: Database
  /** Its location, for a test that starts its own server on it (after `current.close()` if it is embedded). */
  readonly settings: { databaseUrl: string | null; databaseDirectUrl: string | null; dataDir: string }
  /** Deletes all rows and resets the id sequences. */
  empty(): Promise<void>
}

export interface Engine {
  kind: Database['kind']
  /**
   * Within `describeEngines`: whether to run tests of behaviour that both engines share. True on PostgreSQL, and on the
   * embedded engine with `npm run test:all`.
   */
  testsShared: boolean
  /** Gives the enclosing `describe` a fresh, migrated, empty database. Call it there, not inside a test. */
  use(times?: DatabaseTimes): TestDatabase
}

/** `npm run test:all`: every server test on both engines. `npm run test:pooled`: those on PostgreSQL through a pooler. */
const isEverywhere = process.env['TEST_ENGINES'] === 'all'
const isPooled = process.env['TEST_ENGINES'] === 'pooled'

/**
 * Runs tests on PostgreSQL, with `npm run test:all` also on the embedded engine. For behaviour both share: the browser
 * tests run on the embedded one anyway.
 *
 *     import { describeDatabase } from '../support/database.ts'
 *
 *     describeDatabase('customer queries', (engine) => {
 *       const database = engine.use()
 *       test('finds by email', async () => {
 *         await database.current.orm.insert(customers).values(…)
 *       })
 *     })
 *
 * Tests of one file share the database; use `beforeEach(() => database.empty())` if that is a problem. Several
 * `engine.use()` in nested describes give several databases (about a second each).
 */
export function describeDatabase(name: string, tests: (engine: Engine) => void): void {
  if (isEverywhere) return describeEngines(name, tests)
  // The name includes the engine, as in a run on both engines, so that test names stay the same.
  describe(`${name} (PostgreSQL)`, () => {
    tests(postgres)
  })
}

/**
 * Always on both engines: for behaviour that may differ (locks,
 * undo, refunds, search, sorting, exports, migrations, figures).
 */
export function describeEngines(name: string, tests: (engine: Engine) => void): void {
  for (const engine of engines)
    describe(`${name} (${engine.kind === 'postgres' ? 'PostgreSQL' : engine.kind})`, () => {
      tests(engine)
    })
}

const embedded: Engine = { kind: 'embedded', testsShared: isEverywhere, use: (times) => use(copyDirectory, times) }
const postgres: Engine = { kind: 'postgres', testsShared: true, use: (times) => use(copyDatabase, times) }
const engines = isPooled ? [postgres] : [embedded, postgres]

/**
 * While this reference lives, V8 shares PGlite's compiled code with every thread that loads the same file. Databases then open twice
 * as fast.
 */
let compiled: Promise<WebAssembly.Module> | null = null

function compilePglite(): Promise<WebAssembly.Module> {
  const directory = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return WebAssembly.compile(readFileSync(join(directory, 'pglite.wasm')))
}

interface Copy {
  settings: TestDatabase['settings']
  remove(): Promise<void>
}

function use(copy: () => Promise<Copy>, times?: DatabaseTimes): TestDatabase {
  let made: Copy | null = null
  let open: Database | null = null
  const current = () => {
    if (open === null) throw new Error('The database is open within tests and hooks only.')
    return open
  }
  beforeAll(async () => {
    made = await copy()
    open = await openDatabase(made.settings, silentLog, times)
  })
  afterAll(async () => {
    await open?.close()
    await made?.remove()
  })
  return {
    get current() {
      return current()
    },
    get settings() {
      if (made === null) throw new Error('The database is there within tests and hooks only.')
      return made.settings
    },
    empty: () => emptyTables(current()),
  }
}

/** A copy of the migrated data directory; no database runs on it. */
export async function copyDirectory(): Promise<Copy> {
  compiled ??= compilePglite()
  const dataDir = mkdtempSync(join(tmpdir(), 'quaydesk-data-'))
  cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
  // PGlite fills all buffers with zeros when it starts, which takes a third of that time with the usual 128 MB.
  appendFileSync(join(dataDir, 'database', 'postgresql.conf'), 'shared_buffers = 16MB\n')
  return {
    settings: { databaseUrl: null, databaseDirectUrl: null, dataDir },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** The addresses of a PostgreSQL database, through the pooler if the tests run through one. */
export function addressesOf(name: string): { databaseUrl: string; databaseDirectUrl: string | null } {
  const direct = urlOf(inject('postgres').url, name)
  const port = inject('poolerPort')
  if (port === null) return { databaseUrl: direct, databaseDirectUrl: null }
  const pooled = new URL(direct)
  pooled.port = String(port)
  return { databaseUrl: pooled.href, databaseDirectUrl: direct }
}

/** PostgreSQL itself, for a test that needs a session. */
export const directAddress = ({ databaseUrl, databaseDirectUrl }: Omit<TestDatabase['settings'], 'dataDir'>) =>
  databaseDirectUrl ?? databaseUrl ?? ''

/** The location as environment variables, for a program. */
export function environmentOf({ databaseUrl, databaseDirectUrl, dataDir }: TestDatabase['settings']): Record<string, string> {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', DATABASE_DIRECT_URL: databaseDirectUrl ?? '' }
}

/** A copy of the migrated PostgreSQL database. */
export async function copyDatabase(): Promise<Copy> {
  const { url, template } = inject('postgres')
  const name = `quaydesk_test_${randomBytes(6).toString('hex')}`
  // Copying files takes a quarter of the time: the default strategy also writes them all to the log.
  await statement(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  const dataDir = mkdtempSync(join(tmpdir(), 'quaydesk-data-'))
  return {
    settings: { ...addressesOf(name), dataDir },
    async remove() {
      rmSync(dataDir, { recursive: true, force: true })
      await statement(url, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** Larger tables are vacuumed once emptied, so that later tests need not read past their dead rows. */
const grownBytes = 256 * 1024

async function emptyTables({ patient: { pool } }: Database): Promise<void> {
  await pool.query(emptying)
  const { rows } = await pool.query<{ name: string }>(`SELECT oid::regclass::text AS name ${tables} AND pg_relation_size(oid) > $1`, [
    grownBytes,
  ])
  for (const { name } of rows) await pool.query(`VACUUM ${name}`)
}

const references = '(SELECT count(*) FROM pg_constraint WHERE confrelid = pg_class.oid)'
const tables = `FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'schema_migrations'`

/**
 * A hundred times faster than TRUNCATE, which creates the files of all tables and indexes again. Like TRUNCATE, it waits for running
 * writers, and locks tables in their order: first those that refer to others. The replica role disables triggers, so that the order of
 * deletions does not matter.
 */
const emptying = `DO $$ DECLARE
  name text;
BEGIN
  PERFORM set_config('session_replication_role', 'replica', true);
  EXECUTE (SELECT 'LOCK TABLE ' || string_agg(oid::regclass::text, ', ' ORDER BY ${references}) || ' IN EXCLUSIVE MODE' ${tables});
  FOR name IN SELECT oid::regclass::text ${tables} AND pg_relation_size(oid) > 0 LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
  PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence WHERE pg_sequence_last_value(seqrelid) IS NOT NULL;
END $$`
