import { rmSync } from 'node:fs'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readTables } from '../../server/db/catalog.ts'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { silentLog } from '../../server/process/log.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, copyDirectory, describeEngines, directAddress } from '../support/database.ts'
import { contentsOf, fillSmall, structureOf } from '../support/whole-database.ts'

/** Starts several processes, which is slow on a busy machine. */
const processes = { timeout: 300_000 }

type Settings = { databaseUrl: string | null; dataDir: string }

async function opened<Result>(settings: Settings, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(settings, silentLog)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function emptyDirectory(): Promise<Settings> {
  const { settings, remove } = await copyDirectory()
  onTestFinished(remove)
  rmSync(settings.dataDir, { recursive: true })
  return settings
}

async function emptyDatabase(): Promise<{ settings: Settings; url: string; client: pg.Client }> {
  const { settings, remove } = await copyDatabase()
  const url = directAddress(settings)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await remove()
  })
  return { settings, url, client }
}

const move = (dataDir: string, ...args: string[]) => startChild('server/operate/move/main', args, { DATA_DIR: dataDir })

describeEngines('what is copied', (engine) => {
  const database = engine.use()

  test('covers all tables of the schema, including ones added later', async () => {
    const { pool } = database.current
    const schema = Object.values(import.meta.glob<object>('../../server/db/schema/*.ts', { eager: true }))
    const known = schema.flatMap(Object.values).flatMap((table: unknown) => (is(table, PgTable) ? [getTableName(table)] : []))
    const names = async () => (await readTables(pool)).map(({ name }) => name)
    expect(await names()).toEqual(known.sort())
    await pool.query(
      'CREATE TABLE added_later (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, twice int GENERATED ALWAYS AS (id * 2) STORED, word text)',
    )
    expect((await readTables(pool)).find(({ name }) => name === 'added_later')).toEqual({
      name: 'added_later',
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'word', type: 'text' },
      ],
      keys: [{ name: 'id', type: 'integer' }],
    })
    await pool.query('DROP TABLE added_later')
  })
})

describe('npm run move', () => {
  let source: Settings
  let before: { contents: unknown; structure: unknown }
  let remove: () => Promise<void>
  beforeAll(async () => {
    const copy = await copyDirectory()
    source = copy.settings
    remove = copy.remove
    before = await opened(source, async (database) => {
      await fillSmall(database, 100, Buffer.alloc(32, 7))
      return { contents: await contentsOf(database), structure: await structureOf(database) }
    })
  })
  afterAll(() => remove())

  // The copy is killed once within a table and once at the indexes. Then it is copied back.
  test('to PostgreSQL, killed twice, and back keeps rows, sequences, indexes, keys and triggers', processes, async () => {
    const { settings, url, client } = await emptyDatabase()
    const stops = [
      { key: 1, when: 'INSERT OR UPDATE', condition: `new.name = 'qrs' AND (new.detail ->> 'rows')::int > 500` },
      { key: 2, when: 'DELETE', condition: `old.name = '0050'` },
    ]
    await client.query(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_advisory_xact_lock(tg_argv[0]::int);
        RETURN coalesce(new, old);
      END $$;
      CREATE FUNCTION add_stops() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        ${stops
          .map(
            ({ key, when, condition }) =>
              `CREATE TRIGGER stop_${key} BEFORE ${when} ON unfinished_copy FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION stop(${key});`,
          )
          .join('\n')}
      END $$;
      CREATE EVENT TRIGGER add_stops ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION add_stops();
      SELECT pg_advisory_lock(1), pg_advisory_lock(2)`)
    for (const { key } of stops) {
      const child = move(source.dataDir, '--to', url)
      const waiting = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${key} AND NOT granted`
      await child.until(async () => (await client.query(waiting)).rowCount !== 0)
      child.process.kill('SIGKILL')
      expect(await child.ended).toBe('SIGKILL')
      await client.query(`SELECT pg_terminate_backend(pid, 10000) FROM (${waiting}) w`)
      await client.query(`SELECT pg_advisory_unlock(${key})`)
      // A server refuses to start on a partial copy.
      await expect(opened(settings, (database) => migrate(database, silentLog))).rejects.toThrow('holds the first part of a copy')
    }
    await client.query('DROP EVENT TRIGGER add_stops; DROP FUNCTION add_stops; DROP FUNCTION stop CASCADE')
    const last = move(source.dataDir, '--to', url)
    expect([await last.ended, last.errors()]).toEqual([0, ''])
    expect(last.output()).toContain('An earlier copy goes on.\n')
    expect(last.output()).toContain('customers: 102 rows, there already\n')
    await opened(settings, async (database) => {
      expect(await contentsOf(database)).toEqual(before.contents)
      expect(await structureOf(database)).toEqual(before.structure)
      expect(await migrate(database, silentLog)).toEqual([])
    })

    // Into a database that is there already; `backup.test.ts` restores into a directory without one, by the same code.
    const { settings: back, remove: removeBack } = await copyDirectory()
    onTestFinished(removeBack)
    const returning = move(back.dataDir, '--from', url, '--to', back.dataDir)
    expect([await returning.ended, returning.errors()]).toEqual([0, ''])
    await opened(back, async (database) => {
      expect(await contentsOf(database)).toEqual(before.contents)
      expect(await structureOf(database)).toEqual(before.structure)
    })
  })

  test('recopies a table that changed since an earlier part of the copy', async () => {
    const { settings, url, client } = await emptyDatabase()
    const copy = await copyDirectory()
    onTestFinished(copy.remove)
    await opened(copy.settings, ({ pool }) =>
      pool.query(`INSERT INTO coupons (name, percent_off) SELECT 'C' || i, 5 FROM generate_series(1, 600) i`),
    )
    // Stops the copy after the previous table: this check on the target refuses every row of `staff`.
    await client.query(`ALTER TABLE staff ADD CHECK (false)`)
    await opened(copy.settings, ({ pool }) =>
      pool.query(`INSERT INTO staff (email, name, password_hash, created_at) VALUES ('a@b.example', 'A', 'x', 1)`),
    )
    expect(await move(copy.settings.dataDir, '--to', url).ended).toBe(1)
    await client.query(`ALTER TABLE staff DROP CONSTRAINT staff_check`)
    await opened(copy.settings, ({ pool }) => pool.query(`UPDATE coupons SET percent_off = 6 WHERE name = 'C300'`))
    const again = move(copy.settings.dataDir, '--to', url)
    expect([await again.ended, again.errors()]).toEqual([0, ''])
    expect(again.output()).toContain('coupons: 600 rows, checksum equal\n')
    const sum = 'SELECT sum(percent_off)::int AS sum FROM coupons'
    expect((await opened(settings, ({ pool }) => pool.query(sum))).rows).toEqual([{ sum: 3001 }])
  })

  test('rejects a target with rows, naming the table, and a source in use by another process', async () => {
    const { url, client } = await emptyDatabase()
    await client.query(`INSERT INTO coupons (name, percent_off) VALUES ('TEN', 10)`)
    const full = move(source.dataDir, '--to', url)
    expect([await full.ended, full.errors()]).toEqual([
      1,
      'The target is not empty: there are rows in coupons. Nothing was changed; use an empty database.\n',
    ])
    await client.query('DELETE FROM coupons')
    await opened(source, async () => {
      const busy = move(source.dataDir, '--to', url)
      expect([await busy.ended, busy.errors()]).toEqual([1, expect.stringContaining(`is in use by process ${process.pid}. Stop it first`)])
    })
  })

  test.each([
    ['--to', 'postgres://a:secret@127.0.0.1:1/nowhere', '--to (127.0.0.1:1/nowhere): nothing listens there.\n'],
    ['--to', 'mysql://127.0.0.1/nowhere', /^--to is not the address of a PostgreSQL database\. Accepted: postgres:/],
    ['--to', '/dev/null/below', /^--to \/dev\/null\/below cannot be made: ENOTDIR\. Set --to to a directory /],
    ['--from', 'postgres://a:secret@127.0.0.1:1/nowhere', '--from (127.0.0.1:1/nowhere): nothing listens there.\n'],
  ])('says that %s is at fault if it is %s', async (argument, place, message) => {
    const rest = argument === '--from' ? ['--to', (await emptyDirectory()).dataDir] : []
    const failed = move(source.dataDir, argument, place, ...rest)
    expect([await failed.ended, failed.errors()]).toEqual([1, typeof message === 'string' ? message : expect.stringMatching(message)])
  })

  test('rejects a source of another release and a directory without a database', async () => {
    const { url, client } = await emptyDatabase()
    const directory = await emptyDirectory()
    const none = move(directory.dataDir, '--to', url)
    expect([await none.ended, none.errors()]).toEqual([1, expect.stringContaining('holds no embedded database')])
    await client.query('DELETE FROM schema_migrations WHERE position = (SELECT max(position) FROM schema_migrations)')
    const { settings: target, remove: removeTarget } = await copyDirectory()
    onTestFinished(removeTarget)
    const older = move(target.dataDir, '--from', url, '--to', target.dataDir)
    expect([await older.ended, older.errors()]).toEqual([1, expect.stringContaining('The database is older than this release')])
    const { rows } = await client.query('SELECT max(position) AS last FROM schema_migrations')
    await client.query(`INSERT INTO schema_migrations VALUES ($1, 'now', 'x', 1), ($2, 'later', 'x', 1)`, [
      rows[0].last + 1,
      rows[0].last + 2,
    ])
    const newer = move(target.dataDir, '--from', url, '--to', target.dataDir)
    expect([await newer.ended, newer.errors()]).toEqual([1, expect.stringMatching(/is newer than this release|is not .* of this release/)])
  })
})
