import { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { hostAddresses, shownAddress } from './address.ts'
import { watched } from './embedded.ts'
import { HostClient } from './host-client.ts'
import { watchHost } from './host-watch.ts'
import { Hosts, NoWritableHost } from './hosts.ts'
import { StartError } from './start-error.ts'

export interface PostgresOptions {
  url: string
  /** Milliseconds that a query may run, and that an open transaction may idle. */
  deadlineMs: number
  idleInTransactionMs: number
}

export interface PostgresDatabase {
  pool: pg.Pool
  /** Connections without the usual deadline, for migrations and bulk loads. */
  patient: pg.Pool
  /** A new connection, not connected yet. */
  client(): pg.Client
  /** Connection settings for requests, except for the host. */
  settings: pg.PoolConfig
  close(): Promise<void>
}

const leastVersion = 15

/**
 * Connects to PostgreSQL.
 * @throws StartError if it is unreachable, too old, or refuses us; the message never contains the password
 */
export async function openPostgres(options: PostgresOptions, log: FastifyBaseLogger): Promise<PostgresDatabase> {
  const shared = {
    // User, password, database and TLS; the host may be another one.
    connectionString: hostAddresses(options.url)?.[0] ?? options.url,
    application_name: 'quaydesk',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Same results on both engines, whatever the defaults of server
    // and role. JIT costs more than running our statements.
    options: '-c timezone=UTC -c datestyle=ISO -c search_path=public -c jit=off',
  }
  const limits = { statement_timeout: options.deadlineMs, idle_in_transaction_session_timeout: options.idleInTransactionMs }
  const hosts = new Hosts(options.url, log)
  class Client extends HostClient {
    constructor(given: pg.ClientConfig = {}) {
      super({ ...shared, ...given }, hosts, log)
    }
  }
  const poolOf = (given: pg.PoolConfig) => withoutReadOnly(withoutSilent(watched(new pg.Pool({ ...shared, ...given, Client }), log)))
  const pool = poolOf({ ...limits, max: 10 })
  const patient = poolOf({ max: 2 })
  const stopWatching = watchHost(hosts, (given) => new Client(given), log)
  const close = async () => {
    await stopWatching()
    await Promise.all([pool.end(), patient.end()])
  }
  try {
    await check(pool, log)
  } catch (error) {
    await close()
    throw error instanceof StartError ? error : new StartError(`DATABASE_URL (${shownAddress(options.url)}): ${reasonOf(error)}`)
  }
  const { connectionString: _, ...settings } = { ...shared, ...limits, max: 10 }
  return { pool, patient, settings, client: () => new Client({ application_name: 'quaydesk listening' }), close }
}

/**
 * Closes connections on which nothing has passed for longer than a statement may run, as when the network was cut: a statement sent there
 * would wait without an end, and its deadline is the database's.
 */
export function withoutSilent(pool: pg.Pool): pg.Pool {
  const deadlineMs = Number(pool.options.statement_timeout)
  if (!deadlineMs) return pool
  return pool.on('connect', ({ connection: { stream } }) => {
    if (stream instanceof Socket) stream.setTimeout(deadlineMs * 1.2, () => stream.destroy())
  })
}

/** Closes connections whose host refused a write because it is a standby now. */
function withoutReadOnly(pool: pg.Pool): pg.Pool {
  pool.on('release', (_error, client) => {
    if (client instanceof HostClient && client.isReadOnly) void client.end()
  })
  return pool
}

async function check(pool: pg.Pool, log: FastifyBaseLogger): Promise<void> {
  const { rows } = await pool.query<{ version: string; encoding: string; ctype: string }>(
    `SELECT current_setting('server_version_num') AS version, pg_encoding_to_char(encoding) AS encoding, datctype AS ctype
       FROM pg_database WHERE datname = current_database()`,
  )
  const found = rows[0]
  const major = Math.floor(Number(found?.version ?? 0) / 10_000)
  if (major < leastVersion) throw new StartError(`PostgreSQL ${leastVersion} or later is needed; DATABASE_URL is version ${major}.`)
  if (found?.encoding !== 'UTF8') throw new StartError(`The database must be UTF8; DATABASE_URL is ${found?.encoding}.`)
  // Any locale will do, because queries sort and match with COLLATE "C".
  log.debug({ major, ctype: found.ctype }, 'PostgreSQL is reachable')
}

function reasonOf(error: unknown): string {
  if (error instanceof NoWritableHost) return `${error.message}.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '28P01' || code === '28000') return 'the server refused user or password.'
  if (code === '3D000') return 'the database does not exist; create it first.'
  if (code === '42501') return 'the user may not use the database.'
  if (code === '53300') return 'the server has no free connection.'
  if (code === '57P03') return 'the server is still starting.'
  if (code === 'ECONNREFUSED') return 'nothing listens there.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name is not known.'
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH') return 'the server does not answer.'
  // Driver messages (time-outs, TLS) contain no part of the URL.
  return error instanceof Error ? `${error.message || code}.` : 'it cannot be reached.'
}
