import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../server/db/connect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { readMigrations } from '../../../server/db/migration-files.ts'
import { silentLog } from '../../../server/process/log.ts'
import { startChild } from '../../support/child.ts'
import { addressesOf, environmentOf } from '../../support/database.ts'
import { urlOf } from '../../support/postgres.ts'

const name = `quaydesk_killed_${randomBytes(4).toString('hex')}`
/** More by hand: `TEST_KILLS=100`. */
const kills = Number(process.env['TEST_KILLS'] ?? 4)
const migrations = readMigrations().length

let watcher: pg.Client
let dataDir: string
beforeAll(async () => {
  watcher = new pg.Client({ connectionString: inject('postgres').url })
  await watcher.connect()
  dataDir = mkdtempSync(join(tmpdir(), 'quaydesk-data-'))
})
afterAll(async () => {
  await watcher.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await watcher.end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sessions that hold or want an advisory lock there. */
async function lockers(): Promise<number[]> {
  const { rows } = await watcher.query<{ pid: number }>(
    `SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND datname = $1`,
    [name],
  )
  return rows.map(({ pid }) => pid)
}

async function migrated(): Promise<number> {
  const client = new pg.Client({ connectionString: urlOf(inject('postgres').url, name) })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>('SELECT count(*) AS count FROM schema_migrations')
    return rows[0]?.count ?? 0
  } catch {
    // The first one has not run yet.
    return 0
  } finally {
    await client.end()
  }
}

// Starts a process per kill, which is slow on a busy machine.
test('a server killed while it migrates leaves no lock, and the next start migrates', { timeout: kills * 60_000 }, async () => {
  const settings = () => ({ ...addressesOf(name), dataDir })
  const env = { SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), PORT: '0', PUBLIC_SITE_PORT: '0', DEMO: 'off', LOG_LEVEL: 'fatal' }
  for (let kill = 0; kill < kills; kill += 1) {
    await watcher.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await watcher.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
    const server = startChild('server/main', ['--api-only'], { ...env, ...environmentOf(settings()) })
    await server.until(async () => (await lockers()).length > 0)
    const done = Math.floor((kill / kills) * migrations)
    await server.until(async () => (await migrated()) >= done)
    // Either the process is killed, or only its connection, of which it dies by itself.
    const pids = await lockers()
    if (kill % 2 === 0 || pids.length === 0) server.process.kill('SIGKILL')
    else await watcher.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids])
    await expect.poll(lockers).toEqual([])
    server.process.kill('SIGKILL')
    await server.ended
  }
  const database = await openDatabase(settings(), silentLog)
  await migrate(database, silentLog)
  await database.close()
  expect(await migrated()).toBe(migrations)
})
