import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'
import { makeTemplate, statement } from './postgres.ts'
import { embeddedPostgres, settingFlags, throwawaySettings } from './postgres-server.ts'

export interface Replicas {
  /** Addresses of the migrated database: on the primary, on the standby, and on whichever server accepts writes. */
  primary: string
  standby: string
  either: string
  /** Kills the primary with all of its processes, like a machine crash. */
  killPrimary(): Promise<void>
  /** Promotes the standby to primary; resolves once it accepts writes. */
  promote(): Promise<void>
  /** The standby keeps receiving the primary's changes but does not show them. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  stopStandby(): Promise<void>
  /** Restarts the killed primary, like a service manager that does not know about the promotion. */
  reviveFormer(): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL server with a standby; each commit waits until the standby has it too. */
export async function openReplicas(): Promise<Replicas> {
  const [primaryDir, standbyDir] = ['primary', 'standby'].map((name) => mkdtempSync(join(tmpdir(), `quaydesk-${name}-`))) as [
    string,
    string,
  ]
  const password = randomBytes(12).toString('hex')
  const [port, standbyPort] = await Promise.all([freePort(), freePort()])
  const EmbeddedPostgres = await embeddedPostgres()
  const server = (databaseDir: string, at: number, settings: string[]) =>
    new EmbeddedPostgres({
      databaseDir,
      port: at,
      user: 'postgres',
      password,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
      postgresFlags: settingFlags([...throwawaySettings, ...settings]),
      onLog: () => undefined,
      onError: () => undefined,
    })
  const url = (at: number | string, database: string) => `postgres://postgres:${password}@127.0.0.1:${at}/${database}`

  const alone = server(primaryDir, port, [])
  await alone.initialise()
  await alone.start()
  await makeTemplate(url(port, 'postgres'), 'quaydesk')
  await alone.stop()
  copyOwned(primaryDir, standbyDir)
  writeFileSync(join(standbyDir, 'standby.signal'), '')

  const primary = server(primaryDir, port, ['synchronous_standby_names=standby'])
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`
  const standby = server(standbyDir, standbyPort, [`primary_conninfo=${source}`])
  await primary.start()
  // Does not resolve until the standby is promoted.
  standby.start().catch(() => undefined)
  await has(url(port, 'postgres'), "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")
  await has(url(standbyPort, 'quaydesk'), 'SELECT')

  let former: typeof primary | null = primary
  return {
    primary: url(port, 'quaydesk'),
    standby: url(standbyPort, 'quaydesk'),
    either: url(`${port},127.0.0.1:${standbyPort}`, 'quaydesk'),
    async killPrimary() {
      former = null
      const processes = await pidsOf(url(port, 'postgres'))
      const postmaster = Number(readFileSync(join(primaryDir, 'postmaster.pid'), 'utf8').split('\n')[0])
      for (const pid of [postmaster, ...processes]) kill(pid)
    },
    promote: () => statement(url(standbyPort, 'postgres'), 'SELECT pg_promote()'),
    pauseReplay: () => statement(url(standbyPort, 'postgres'), 'SELECT pg_wal_replay_pause()'),
    resumeReplay: () => statement(url(standbyPort, 'postgres'), 'SELECT pg_wal_replay_resume()'),
    stopStandby: () => standby.stop(),
    async reviveFormer() {
      former = server(primaryDir, port, [])
      await former.start()
    },
    async stop() {
      await standby.stop()
      await former?.stop()
      for (const directory of [primaryDir, standbyDir]) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL only starts on files that its own user owns. */
function copyOwned(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  const { uid, gid } = statSync(from)
  const paths = [to, ...readdirSync(to, { recursive: true, encoding: 'utf8' }).map((name) => join(to, name))]
  if (statSync(to).uid !== uid) for (const path of paths) chownSync(path, uid, gid)
}

/** Waits until the query returns a row. */
function has(url: string, sql: string): Promise<void> {
  const ask = async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      if ((await client.query(sql)).rowCount !== 1) throw new Error(`no row: ${sql}`)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return vi.waitFor(ask, { timeout: 20_000 })
}

async function pidsOf(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
  void client.end().catch(() => undefined)
  return rows.map(({ pid }) => pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended with the others.
  }
}
