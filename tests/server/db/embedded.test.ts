import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/db/connect.ts'
import { openEmbedded } from '../../../server/db/embedded/database.ts'
import { lockDirectory } from '../../../server/db/embedded/directory-lock.ts'
import type { MaintenanceOptions } from '../../../server/db/maintenance.ts'
import { embeddedMajor } from '../../../server/process/data-directory.ts'
import { silentLog } from '../../../server/process/log.ts'
import { startChild } from '../../support/child.ts'
import { copyDirectory } from '../../support/database.ts'

const never = 3_600_000
const noMaintenance = {
  everyMs: never,
  checkpointBytes: Infinity,
  checkpointMs: never,
  vacuumBytes: Infinity,
  vacuumMs: never,
  quietMs: 0,
  pauseMs: 0,
  pauseFactor: 0,
}

async function directory(): Promise<string> {
  const { settings, remove } = await copyDirectory()
  onTestFinished(remove)
  return settings.dataDir
}

function emptyDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'quaydesk-data-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

async function open(dataDir: string) {
  const database = await openDatabase({ databaseUrl: null, dataDir }, silentLog)
  onTestFinished(() => database.close())
  return database
}

/** Names, sizes and times of everything below a path. */
function stateOf(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => {
    const file = join(entry.parentPath, entry.name)
    return `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`
  })
}

test('has the declared version, sorts by code point and keeps its directory private', async () => {
  const dataDir = await directory()
  chmodSync(dataDir, 0o755)
  const { pool } = await open(dataDir)
  const { rows } = await pool.query(
    `SELECT current_setting('server_version_num')::int / 10000 AS major, datcollate FROM pg_database LIMIT 1`,
  )
  expect(rows).toEqual([{ major: Number(embeddedMajor), datcollate: 'C' }])
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('kill -9 loses no acknowledged row and rolls back the open transaction', async () => {
  const dataDir = await directory()
  const writer = startChild('tests/support/durability-child', [dataDir])
  await writer.says(/in transaction/)
  writer.process.kill('SIGKILL')
  expect(await writer.ended).toBe('SIGKILL')
  const acknowledged = writer.output().match(/^\d+$/gm)?.length
  const { pool } = await open(dataDir)
  const { rows } = await pool.query(`SELECT count(*) FILTER (WHERE key LIKE 'row-%') AS kept, count(*) AS everything FROM app_state`)
  expect(rows).toEqual([{ kept: acknowledged, everything: acknowledged }])
  // Tables and indexes agree: scanning either finds the same rows.
  await pool.query('SET enable_seqscan = off')
  expect((await pool.query(`SELECT count(*) FROM app_state WHERE key LIKE 'row-%'`)).rows).toEqual([{ count: acknowledged }])
})

test('rejects a directory in use and names the process', async () => {
  const dataDir = await directory()
  const writer = startChild('tests/support/durability-child', [dataDir])
  await writer.says(/^1$/m)
  await expect(openDatabase({ databaseUrl: null, dataDir }, silentLog)).rejects.toThrow(`is in use by process ${writer.process.pid}.`)
})

test.each([JSON.stringify({ pid: process.pid, host: hostname() }), '{"pid":1', ''])(
  'replaces a stale or damaged lock file: %s',
  async (content) => {
    const dataDir = emptyDirectory()
    writeFileSync(join(dataDir, 'server.lock'), content)
    const lock = await lockDirectory(dataDir)
    expect(JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8'))).toEqual({ pid: process.pid, host: hostname() })
    await lock.release()
  },
)

test('only one of many parallel requests gets the lock', async () => {
  const dataDir = emptyDirectory()
  const asked = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(dataDir)))
  const got = asked.filter((result) => result.status === 'fulfilled')
  expect(got).toHaveLength(1)
  for (const { value } of got) await value.release()
  const again = await lockDirectory(dataDir)
  await again.release()
})

test('rejects a directory another host used recently, but not one it has abandoned', async () => {
  const dataDir = emptyDirectory()
  const path = join(dataDir, 'server.lock')
  writeFileSync(path, JSON.stringify({ pid: 7, host: 'elsewhere' }))
  await expect(lockDirectory(dataDir)).rejects.toThrow('is in use by process 7 on elsewhere.')
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(path, longAgo, longAgo)
  await (await lockDirectory(dataDir)).release()
})

test('rejects a database of another major version and leaves it alone', async () => {
  const dataDir = await directory()
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '17\n')
  const before = stateOf(join(dataDir, 'database'))
  await expect(openDatabase({ databaseUrl: null, dataDir }, silentLog)).rejects.toThrow(/^Wrong major version: .* made by PostgreSQL 17/)
  expect(stateOf(join(dataDir, 'database'))).toEqual(before)
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
})

test('rejects a directory that is not a database and leaves it alone', async () => {
  const dataDir = emptyDirectory()
  mkdirSync(join(dataDir, 'database', 'global'), { recursive: true })
  const before = stateOf(dataDir)
  await expect(openDatabase({ databaseUrl: null, dataDir }, silentLog)).rejects.toThrow('it has no readable PG_VERSION')
  expect(stateOf(dataDir)).toEqual(before)
})

test('rejects a directory with other files and keeps its permissions', async () => {
  const dataDir = emptyDirectory()
  writeFileSync(join(dataDir, 'thesis.txt'), 'precious')
  chmodSync(dataDir, 0o755)
  await expect(openDatabase({ databaseUrl: null, dataDir }, silentLog)).rejects.toThrow('holds other files')
  expect(statSync(dataDir).mode & 0o777).toBe(0o755)
})

test('recreates a database whose creation was never finished', async () => {
  const dataDir = emptyDirectory()
  mkdirSync(join(dataDir, 'database', 'global'), { recursive: true })
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '18\n')
  writeFileSync(join(dataDir, 'database.unfinished'), '')
  const database = await open(dataDir)
  expect(database.isNew).toBe(true)
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  expect(existsSync(join(dataDir, 'database.unfinished'))).toBe(false)
})

test('runs a checkpoint after enough writes, and none without writes', async () => {
  const dataDir = await directory()
  const maintenance = { ...noMaintenance, checkpointBytes: 100_000 }
  const database = await openEmbedded({ directory: dataDir, deadlineMs: 30_000, idleInTransactionMs: 30_000, maintenance }, silentLog)
  onTestFinished(() => database.close())
  const checkpoint = async () => (await database.pool.query('SELECT redo_lsn FROM pg_control_checkpoint()')).rows[0]
  await database.maintain()
  const first = await checkpoint()
  await database.maintain()
  expect(await checkpoint()).toEqual(first)
  await database.pool.query(`INSERT INTO app_state SELECT i, '0' FROM generate_series(1, 5000) i`)
  await database.maintain()
  expect(await checkpoint()).not.toEqual(first)
})

test('analyses tables after enough writes and recycles WAL files', async () => {
  const dataDir = await directory()
  const maintenance = { ...noMaintenance, checkpointBytes: 1, vacuumBytes: 1_000_000, vacuumMs: 0 }
  const database = await openEmbedded({ directory: dataDir, deadlineMs: 30_000, idleInTransactionMs: 30_000, maintenance }, silentLog)
  onTestFinished(() => database.close())
  for (let round = 0; round < 6; round++) {
    await database.pool.query(
      `INSERT INTO app_state SELECT ${round} || '-' || i, to_jsonb(repeat('x', 1000)) FROM generate_series(1, 20000) i`,
    )
    await database.maintain()
  }
  const { rows } = await database.pool.query(`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'app_state'`)
  // Plus one row for the log position at the last vacuum.
  expect(rows).toEqual([{ rows: 120_001 }])
  // 6 rounds write some 150 MB of log. Without checkpoints all of it would remain.
  const log = readdirSync(join(dataDir, 'database', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  expect(log.length).toBeLessThan(8)
})

test('after a restart, vacuums no table again without writes, and none in the quiet period', async () => {
  const dataDir = await directory()
  const opened = async (maintenance: MaintenanceOptions) => {
    const database = await openEmbedded({ directory: dataDir, deadlineMs: 30_000, idleInTransactionMs: 30_000, maintenance }, silentLog)
    let closing: Promise<void> | null = null
    const close = () => (closing ??= database.close())
    onTestFinished(close)
    return { ...database, close }
  }
  const vacuumed = async ({ pool }: Awaited<ReturnType<typeof opened>>) =>
    (await pool.query<{ name: string }>('SELECT relname AS name FROM pg_stat_user_tables WHERE last_vacuum IS NOT NULL')).rows.map(
      ({ name }) => name,
    )
  const write = `INSERT INTO app_state SELECT 'row-' || gen_random_uuid(), to_jsonb(repeat('x', 1000)) FROM generate_series(1, 2000)`
  const maintenance = { ...noMaintenance, vacuumBytes: 1_000_000, vacuumMs: 0 }

  const quiet = await opened({ ...maintenance, quietMs: never })
  await quiet.pool.query(write)
  await quiet.maintain()
  expect(await vacuumed(quiet)).toEqual([])
  await quiet.close()

  const first = await opened(maintenance)
  await first.maintain()
  expect(await vacuumed(first)).toContain('schema_migrations')
  await first.close()

  const second = await opened(maintenance)
  await second.maintain()
  expect(await vacuumed(second)).toEqual([])
  await second.pool.query(write)
  await second.maintain()
  // It is unknown which tables the previous process wrote, so all are vacuumed first; after that only changed ones.
  expect(await vacuumed(second)).toContain('schema_migrations')
  const { rows: before } = await second.pool.query(`SELECT last_vacuum FROM pg_stat_user_tables WHERE relname = 'schema_migrations'`)
  await second.pool.query(`${write} UNION ALL SELECT 'more-' || i, '0' FROM generate_series(1, 9000) i`)
  await second.maintain()
  const { rows } = await second.pool.query(
    `SELECT last_vacuum > $1 AS again FROM pg_stat_user_tables WHERE relname IN ('app_state', 'schema_migrations') ORDER BY relname`,
    [before[0].last_vacuum],
  )
  expect(rows).toEqual([{ again: true }, { again: false }])
})

test('vacuums tables one by one, with pauses for other queries; closing does not wait for all of them', async () => {
  const dataDir = await directory()
  const maintenance = { ...noMaintenance, vacuumBytes: 1, vacuumMs: 0, pauseMs: 100 }
  const database = await openEmbedded({ directory: dataDir, deadlineMs: 30_000, idleInTransactionMs: 30_000, maintenance }, silentLog)
  await database.pool.query(`INSERT INTO coupons (name, percent_off) VALUES ('TEN', 10)`)
  await database.pool.query(`INSERT INTO ads_costs VALUES ('2026-01-01', 'es', 1, 1)`)
  await database.pool.query(`INSERT INTO provider_events VALUES ('evt_1', 'x', 1, 1, '{}')`)
  await database.pool.query(`INSERT INTO app_state VALUES ('row', '1')`)
  await database.pool.query(`INSERT INTO used_uris VALUES ('a', 1)`)
  const ended = database.maintain()
  const times = async () =>
    (
      await database.pool.query<{ at: number }>(
        `SELECT extract(epoch FROM last_vacuum)::float8 AS at FROM pg_stat_user_tables WHERE last_vacuum IS NOT NULL ORDER BY 1`,
      )
    ).rows.map(({ at }) => at)
  // These queries are answered while the vacuum is between two tables.
  await expect.poll(async () => (await times()).length, { timeout: 30_000 }).toBeGreaterThan(2)
  const found = await times()
  const gaps = found.slice(1).map((at, index) => at - (found[index] ?? 0))
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(0.09)
  await database.close()
  await ended
})

test('a clean close keeps the data and removes the lock', async () => {
  const dataDir = await directory()
  const database = await openDatabase({ databaseUrl: null, dataDir }, silentLog)
  await database.pool.query(`INSERT INTO app_state VALUES ('kept', '1')`)
  await Promise.all([database.close(), database.close()])
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
  expect(readFileSync(join(dataDir, 'database', 'PG_VERSION'), 'utf8').trim()).toBe(embeddedMajor)
  const again = await open(dataDir)
  expect(again.isNew).toBe(false)
  expect((await again.pool.query('SELECT key FROM app_state')).rows).toEqual([{ key: 'kept' }])
})
