import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/db/connect.ts'
import { openDatabase } from '../../../server/db/connect.ts'
import { isMigrated, migrate } from '../../../server/db/migrate.ts'
import { type Migration, readMigrations } from '../../../server/db/migration-files.ts'
import { createLog, silentLog } from '../../../server/process/log.ts'
import { describeEngines } from '../../support/database.ts'

function migration(position: number, tag: string, ...statements: string[]): Migration {
  return { position, tag, statements, hash: `hash of ${tag}` }
}

const first = migration(0, '0000_first', 'CREATE TABLE boats (id int PRIMARY KEY)')
const second = migration(1, '0001_second', 'ALTER TABLE boats ADD COLUMN name text')
const broken = migration(1, '0001_broken', 'INSERT INTO boats VALUES (7)', 'ALTER TABLE ships ADD COLUMN name text')

async function tablesOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname COLLATE "C"`,
  )
  return rows.map(({ name }) => name)
}

describeEngines('migrating', (engine) => {
  const database = engine.use()
  const run = (...migrations: Migration[]) => migrate(database.current, silentLog, migrations)
  beforeEach(async () => {
    await database.current.pool.query('DROP SCHEMA public CASCADE')
    await database.current.pool.query('CREATE SCHEMA public')
  })

  test('applies all migrations to an empty database, none on restart, and only new ones on upgrade', async () => {
    expect(await run(first)).toEqual(['0000_first'])
    expect(await run(first)).toEqual([])
    expect(await run(first, second)).toEqual(['0001_second'])
    expect(await isMigrated(database.current, [first, second])).toBe(true)
    expect(await isMigrated(database.current, [first, second, broken])).toBe(false)
  })

  test('applies all migrations of this release in order', async () => {
    const tags = await migrate(database.current, silentLog)
    expect(tags).toEqual(readMigrations().map(({ tag }) => tag))
    expect(await tablesOf(database.current)).toContain('customers')
  })

  test('warns about the backup before migrating a database with rows', async () => {
    const said: string[] = []
    // Without the line that says that another process migrates: the lock of the one before may take a moment to go.
    const log = createLog('warn', { write: (line) => void said.push(line) })
    await migrate(database.current, log, [first])
    await migrate(database.current, log, [first, second])
    expect(said).toEqual([])
    await database.current.pool.query('INSERT INTO boats VALUES (1)')
    await expect(migrate(database.current, log, [first, second, { ...broken, position: 2 }])).rejects.toThrow('failed')
    expect(said.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'warn',
        migrations: '0001_broken',
        msg: 'the database is being migrated; there is no way back but a backup from before',
      }),
    ])
    said.length = 0
    await migrate(database.current, log, [first, second])
    expect(said).toEqual([])
  })

  test('rolls back a failed migration completely and keeps the earlier ones', async () => {
    await expect(run(first, broken)).rejects.toThrow(
      /^Migration 0001_broken failed at "ALTER TABLE ships ADD COLUMN name text": .*ships.*rolled back/,
    )
    expect((await database.current.pool.query('SELECT count(*) FROM boats')).rows).toEqual([{ count: 0 }])
    expect(await run(first, second)).toEqual(['0001_second'])
  })

  test('rejects a database newer than the release', async () => {
    await run(first, second)
    await expect(run(first)).rejects.toThrow('The database is newer than this release: it has had 0001_second.')
  })

  test('rejects a migration that was edited after it ran', async () => {
    await run(first)
    await expect(run({ ...first, hash: 'another' }, second)).rejects.toThrow(
      'Migration 0000_first of the database is not 0000_first of this release',
    )
    expect(await tablesOf(database.current)).toEqual(['boats', 'schema_migrations'])
  })

  test('rejects a migration record with a gap', async () => {
    await run(first, second)
    await database.current.pool.query('DELETE FROM schema_migrations WHERE position = 0')
    await expect(run(first, second)).rejects.toThrow('The record of migrations has a gap before 0001_second.')
  })

  test('rejects a database with tables but no migration record, and leaves it alone', async () => {
    await database.current.pool.query('CREATE TABLE theirs (id int)')
    await expect(run(first)).rejects.toThrow('The database holds 1 tables (theirs…) but no record of migrations')
    expect(await tablesOf(database.current)).toEqual(['theirs'])
  })

  test('only one of several servers starting in parallel migrates; the others wait', async () => {
    const others =
      engine.kind === 'postgres' ? [await openDatabase(database.settings, silentLog), await openDatabase(database.settings, silentLog)] : []
    const ran = await Promise.all([database.current, ...others].map((each) => migrate(each, silentLog, [first, second])))
    expect(ran.flat()).toEqual(['0000_first', '0001_second'])
    await Promise.all(others.map((other) => other.close()))
  })
})
