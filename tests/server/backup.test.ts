import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { backUpIfDue } from '../../server/operate/backup/daily.ts'
import { askForSnapshot, startSnapshots } from '../../server/operate/backup/socket.ts'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { EmbeddedStorage } from '../../server/outside/storage/embedded.ts'
import { silentLog } from '../../server/process/log.ts'
import { requireSameKey } from '../../server/resources/auth/same-key.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, copyDirectory, environmentOf, type TestDatabase } from '../support/database.ts'
import { contentsOf, fillSmall, structureOf } from '../support/whole-database.ts'

/** Starts several processes, which is slow on a busy machine. */
const processes = { timeout: 300_000 }

type Settings = TestDatabase['settings']
const secretKey = Buffer.alloc(32, 7)

const backUp = (settings: Settings, ...args: string[]) => startChild('server/operate/backup/main', args, environmentOf(settings))
const restore = (settings: Settings, file: string) => startChild('server/operate/backup/restore', [file], environmentOf(settings))

async function opened<Result>(settings: Settings, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(settings, silentLog)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function place(kind: Database['kind'], isThere = false): Promise<Settings> {
  const { settings, remove } = await (kind === 'embedded' ? copyDirectory() : copyDatabase())
  onTestFinished(remove)
  if (kind === 'embedded' && !isThere) rmSync(settings.dataDir, { recursive: true })
  return settings
}

const filled = async (database: Database) => {
  await fillSmall(database, 60, secretKey)
  await requireSameKey(database.orm, secretKey)
}

describe('an embedded database', () => {
  let source: Settings
  let database: Database
  let remove: () => Promise<void>
  let folder: string
  beforeAll(async () => {
    const copy = await copyDirectory()
    source = copy.settings
    remove = copy.remove
    folder = join(source.dataDir, 'backups')
    database = await openDatabase(source, silentLog)
    await filled(database)
    const storage = new EmbeddedStorage(join(source.dataDir, 'files'))
    await storage.put('invoice/1.pdf', Buffer.from('one'))
    await storage.put('a large one', Buffer.alloc(700_001, 5))
    writeFileSync(join(source.dataDir, 'secret.key'), `${secretKey.toString('base64')}\n`)
  })
  afterAll(async () => {
    await database.close()
    await remove()
  })

  test('is backed up consistently while being written to, with files but without the key', processes, async () => {
    const stop = await startSnapshots(database, source.dataDir, silentLog)
    onTestFinished(stop)
    expect(statSync(join(source.dataDir, 'backup.sock')).mode & 0o777).toBe(0o600)
    const file = join(source.dataDir, 'one.tar.gz')
    const child = backUp(source, file)
    let written = 0
    let isOver = false
    void child.ended.then(() => {
      isOver = true
    })
    // Written in one transaction: both or none. More than a page of each.
    while (!isOver && written < 1000) {
      written += 1
      await database.pool.query(
        `WITH one AS (INSERT INTO app_state VALUES ('pair-' || $1::int, to_jsonb(repeat('x', 500))))
         INSERT INTO used_uris VALUES ('pair-' || $1::int, 1)`,
        [written],
      )
    }
    expect([await child.ended, child.errors()]).toEqual([0, ''])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect.poll(() => readdirSync(folder)).toEqual([])
    const target = await place('embedded')
    const restoring = restore(target, file)
    expect([await restoring.ended, restoring.errors()]).toEqual([0, ''])
    const pairs = `SELECT (SELECT count(*) FROM app_state WHERE key LIKE 'pair-%') AS one, (SELECT count(*) FROM used_uris WHERE uri LIKE 'pair-%') AS two`
    await opened(target, async (copy) => {
      const { rows } = await copy.pool.query<{ one: number; two: number }>(pairs)
      expect(rows[0]?.one).toBe(rows[0]?.two)
      expect(rows[0]?.one).toBeLessThanOrEqual(written)
      await copy.pool.query(`DELETE FROM app_state WHERE key LIKE 'pair-%'`)
      await copy.pool.query(`DELETE FROM used_uris WHERE uri LIKE 'pair-%'`)
      await database.pool.query(`DELETE FROM app_state WHERE key LIKE 'pair-%'`)
      await database.pool.query(`DELETE FROM used_uris WHERE uri LIKE 'pair-%'`)
      expect(await contentsOf(copy)).toEqual(await contentsOf(database))
      expect(await structureOf(copy)).toEqual(await structureOf(database))
      await expect(requireSameKey(copy.orm, Buffer.alloc(32, 8))).rejects.toThrow('is key')
      expect((await checkFigures(copy.orm)).differences).toEqual([])
    })
    expect(existsSync(join(target.dataDir, 'secret.key'))).toBe(false)
    const names = (dataDir: string) => readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).toSorted()
    expect(names(target.dataDir)).toEqual(names(source.dataDir))
    for (const name of names(target.dataDir)
      .map(String)
      .filter((name) => name.includes('/')))
      expect(readFileSync(join(target.dataDir, 'files', name)).equals(readFileSync(join(source.dataDir, 'files', name)))).toBe(true)
  })

  test('is reached even at a path too long for a socket, and its copy is removed when the client leaves', async () => {
    const deep = join(source.dataDir, 'x'.repeat(60), 'y'.repeat(60))
    mkdirSync(deep, { recursive: true })
    const stop = await startSnapshots(database, deep, silentLog)
    onTestFinished(stop)
    const snapshot = await askForSnapshot(deep)
    expect(readdirSync(join(deep, 'backups')).map((name) => join(deep, 'backups', name))).toEqual([snapshot?.directory])
    snapshot?.end()
    await expect.poll(() => readdirSync(join(deep, 'backups'))).toEqual([])
    await stop()
    expect(await askForSnapshot(deep)).toBeNull()
  })

  test('is backed up by its running server, which removes its socket when it stops', async () => {
    const settings = await place('embedded', true)
    const ports = { PORT: '0', PUBLIC_SITE_PORT: '0', DEMO: 'off', LOG_LEVEL: 'error' }
    const server = startChild('server/main', ['--api-only'], { ...environmentOf(settings), ...ports })
    await server.says(/listens at/)
    const file = join(settings.dataDir, 'of-a-server.tar.gz')
    const child = backUp(settings, file)
    expect([await child.ended, child.errors()]).toEqual([0, ''])
    expect(existsSync(file)).toBe(true)
    server.process.kill('SIGTERM')
    expect([await server.ended, server.errors()]).toEqual([0, ''])
    expect(existsSync(join(settings.dataDir, 'backup.sock'))).toBe(false)
  })

  test('gets one backup a day, and only the latest are kept', processes, async () => {
    const stop = await startSnapshots(database, source.dataDir, silentLog)
    onTestFinished(stop)
    const config = { dataDir: source.dataDir, backupsKeep: 2 }
    const { signal } = new AbortController()
    const day = 86_400_000
    const now = Date.UTC(2026, 10, 23, 10)
    // The first backup is due but is stopped immediately.
    await expect(backUpIfDue(config, now, AbortSignal.abort())).rejects.toThrow('aborted')
    writeFileSync(join(folder, 'quaydesk-2026-11-20T10.00.00Z.tar.gz'), '')
    writeFileSync(join(folder, 'quaydesk-2026-11-23T10.00.00Z.tar.gz'), '')
    writeFileSync(join(folder, 'quaydesk-2026-11-24T09.00.00Z.tar.gz.part'), '')
    writeFileSync(join(folder, 'mine.tar.gz'), '')
    expect(await backUpIfDue(config, now + day - 1, signal)).toBeNull()
    expect(await backUpIfDue(config, now + day, signal)).toBe('quaydesk-2026-11-24T10.00.00Z.tar.gz')
    await expect
      .poll(() => readdirSync(folder).sort())
      .toEqual(['mine.tar.gz', 'quaydesk-2026-11-23T10.00.00Z.tar.gz', 'quaydesk-2026-11-24T10.00.00Z.tar.gz'])
    expect(statSync(join(folder, 'quaydesk-2026-11-24T10.00.00Z.tar.gz')).size).toBeGreaterThan(0)
    rmSync(folder, { recursive: true })
  })
})

describe('a backup of PostgreSQL', () => {
  let source: Settings
  let remove: () => Promise<void>
  let file: string
  let before: unknown
  beforeAll(async () => {
    const copy = await copyDatabase()
    source = copy.settings
    remove = copy.remove
    file = join(source.dataDir, 'whole.tar.gz')
    writeFileSync(join(source.dataDir, 'secret.key'), `${secretKey.toString('base64')}\n`)
    before = await opened(source, async (database) => {
      await filled(database)
      return contentsOf(database)
    })
  })
  afterAll(() => remove())

  test('with the key is restored to either engine, even after a killed restore', processes, async () => {
    const child = backUp(source, file, '--with-key')
    expect([await child.ended, child.errors()]).toEqual([0, ''])
    // Into the embedded database, killed once some tables are restored. The database already exists; creating it is tested above.
    const target = await place('embedded', true)
    const first = restore(target, file)
    await first.says(/^payments: /m)
    first.process.kill('SIGKILL')
    expect(await first.ended).toBe('SIGKILL')
    await expect(opened(target, (database) => migrate(database, silentLog))).rejects.toThrow('first part of a copy')
    const second = restore(target, file)
    expect([await second.ended, second.errors()]).toEqual([0, ''])
    expect(second.output()).toMatch(/An earlier copy goes on\.\n[^]*customers: 62 rows, there already\n/)
    expect(readFileSync(join(target.dataDir, 'secret.key'), 'utf8')).toBe(`${secretKey.toString('base64')}\n`)
    expect(statSync(join(target.dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    await opened(target, async (database) => {
      expect(await contentsOf(database)).toEqual(before)
      await requireSameKey(database.orm, secretKey)
    })
    const other = await place('postgres')
    expect(await restore(other, file).ended).toBe(0)
    expect(await opened(other, contentsOf)).toEqual(before)
    // Into a target that is no longer empty.
    const again = restore(other, file)
    expect([await again.ended, again.errors()]).toEqual([1, expect.stringContaining('The target is not empty: there are rows in')])
  })

  test('is refused if truncated; if killed, leaves no file', async () => {
    const cut = join(source.dataDir, 'cut.tar.gz')
    expect(await backUp(source, cut).ended).toBe(0)
    truncateSync(cut, statSync(cut).size - 5)
    const target = await place('postgres')
    const child = restore(target, cut)
    expect([await child.ended, child.errors()]).toEqual([1, expect.stringContaining('is damaged or not whole')])
    await expect(opened(target, (database) => migrate(database, silentLog))).rejects.toThrow('first part of a copy')
    // A killed backup has another name, and an existing file is left alone.
    const killed = join(source.dataDir, 'killed.tar.gz')
    await opened(source, async ({ pool }) => {
      const client = await pool.connect()
      await client.query('BEGIN; LOCK TABLE qrs')
      const writing = backUp(source, killed)
      const waiting = `SELECT FROM pg_locks WHERE relation = 'qrs'::regclass AND NOT granted`
      await writing.until(async () => (await client.query(waiting)).rowCount !== 0)
      writing.process.kill('SIGKILL')
      await writing.ended
      client.release(true)
    })
    expect(existsSync(killed)).toBe(false)
    const existing = backUp(source, cut)
    expect([await existing.ended, existing.errors()]).toEqual([1, expect.stringContaining('exists already')])
  })
})
