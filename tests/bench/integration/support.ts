import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../../server/db/connect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { silentLog } from '../../../server/process/log.ts'
import { freePort } from '../../support/free-port.ts'

/** What the measurements of the integration with a product share. They run on the PostgreSQL server of DATABASE_URL. */
export const folder = mkdtempSync(path.join(tmpdir(), 'quaydesk-integration-'))
export const root = path.resolve(import.meta.dirname, '../../..')
const given = process.env['DATABASE_URL']
if (!given) throw new Error('Set DATABASE_URL: a PostgreSQL server on which databases are made.')
export const secretKey = Buffer.alloc(32, 7).toString('base64')
export const started = Math.floor(Date.now() / 1000) - 3600
export const say = (line: string) => process.stdout.write(`${line}\n`)

/** A small seeded generator, so that each run has the same rows. */
let seed = 1
export const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
  return seed % below
}

export async function fresh(name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: given })
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`)
  await admin.end()
  const url = new URL(given ?? '')
  url.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: url.href, dataDir: folder }, silentLog)
  await migrate(database, silentLog)
  await database.close()
  return url.href
}

export async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query)
  await client.end()
  return rows
}

/** The sum of all rows' hashes. It needs neither an order nor much memory. */
export async function checksums(url: string, tables: readonly string[]): Promise<string> {
  const sums: string[] = []
  for (const table of tables) {
    const [row] = await ask(
      url,
      `SELECT count(*), sum(hashtextextended((to_jsonb(t) - ARRAY['since', 'version'])::text, 0)::numeric) AS sum FROM ${table} t`,
    )
    sums.push(`${table} ${String(row?.['count'])} ${String(row?.['sum'])}`)
  }
  return sums.join('; ')
}

export const environment = (databaseUrl: string) => ({
  ...process.env,
  NODE_ENV: '',
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
  SECRET_KEY: secretKey,
  DEMO: 'off',
  WEBHOOK_PRIVATE_ADDRESSES: 'on',
  LOG_LEVEL: 'fatal',
})

export const load = () => `load ${loadavg()[0]?.toFixed(1)}`

export async function startServer(url: string, port: number): Promise<{ kill: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', '--api-only'], {
    cwd: root,
    env: { ...environment(url), PORT: String(port), PUBLIC_SITE_PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
