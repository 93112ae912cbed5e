import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { watched } from './embedded.ts'
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
  close(): Promise<void>
}

const leastVersion = 15

/**
 * Connects to PostgreSQL.
 * @throws StartError if it is unreachable, too old, or refuses us; the message never contains the password
 */
export async function openPostgres(options: PostgresOptions, log: FastifyBaseLogger): Promise<PostgresDatabase> {
  const shared = {
    connectionString: options.url,
    application_name: 'quaydesk',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Same results on both engines, whatever the defaults of server
    // and role. JIT costs more than running our statements.
    options: '-c timezone=UTC -c datestyle=ISO -c search_path=public -c jit=off',
  }
  const limits = { statement_timeout: options.deadlineMs, idle_in_transaction_session_timeout: options.idleInTransactionMs }
  const pool = watched(new pg.Pool({ ...shared, ...limits, max: 10 }), log)
  const patient = watched(new pg.Pool({ ...shared, max: 2 }), log)
  const close = async () => {
    await Promise.all([pool.end(), patient.end()])
  }
  try {
    await check(pool, log)
  } catch (error) {
    await close()
    throw error instanceof StartError ? error : new StartError(`${describe(options.url)} ${reasonOf(error)}`)
  }
  return { pool, patient, close }
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
  // Any locale will do, as queries sort and match with COLLATE "C".
  log.debug({ major, ctype: found.ctype }, 'PostgreSQL is reachable')
}

/** The URL without user, password and parameters. */
function describe(url: string): string {
  const { host, pathname } = new URL(url)
  return `DATABASE_URL (${host || 'local socket'}${pathname}):`
}

function reasonOf(error: unknown): string {
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
