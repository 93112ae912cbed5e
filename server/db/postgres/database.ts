import { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { hostAddresses } from '../../process/database-address.ts'
import { watched } from '../embedded/database.ts'
import { mark, requireSame, requireSession } from './check.ts'
import { HostClient } from './host-client.ts'
import { watchHost } from './host-watch.ts'
import { Hosts } from './hosts.ts'
import { limited } from './limited.ts'

export interface PostgresOptions {
  /** May lead to a pooler if `directUrl` is there. */
  url: string
  /** What named `url`, for messages; DATABASE_URL if left out. */
  setting?: string
  /** Leads to the same database without a pooler; null if `url` does. */
  directUrl: string | null
  /** Milliseconds that a query may run, and that an open transaction may idle. */
  deadlineMs: number
  idleInTransactionMs: number
}

export interface PostgresDatabase {
  pool: pg.Pool
  /** Connections without the usual deadline, for migrations and bulk loads. Never through a pooler. */
  patient: pg.Pool
  /** Connections that keep their session, for locks that outlive a transaction: `pool`, unless that leads to a pooler. */
  sessions: pg.Pool
  /** A new connection, not connected yet. Never through a pooler. */
  client(): pg.Client
  /** Makes a pool like that for requests, to another host. */
  poolFor: (given: pg.PoolConfig) => pg.Pool
  close(): Promise<void>
}

/** Same results on both engines, whatever the defaults of server and role. JIT costs more than running our statements. */
const usualSettings = { timezone: 'UTC', datestyle: 'ISO', search_path: 'public', jit: 'off' }

const connection = {
  application_name: 'quaydesk',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

const session = {
  ...connection,
  options: Object.entries({ ...usualSettings, [mark.name]: mark.value })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
}

/**
 * Connects to PostgreSQL.
 * @throws StartError if it is unreachable, too old, or refuses us, or if a pooler is where none may be; the message never contains the
 * password
 */
export async function openPostgres(options: PostgresOptions, log: FastifyBaseLogger): Promise<PostgresDatabase> {
  const { url, setting = 'DATABASE_URL', directUrl, deadlineMs } = options
  const direct = hostsAt(directUrl ?? url, log)
  const pooled = directUrl === null ? direct : hostsAt(url, log)
  const limits = { statement_timeout: deadlineMs, idle_in_transaction_session_timeout: options.idleInTransactionMs }
  const poolFor = (given: pg.PoolConfig) => {
    const config = directUrl === null ? { ...session, ...limits } : connection
    const pool = withoutSilent(watched(new pg.Pool({ max: 10, ...config, ...given }), log), deadlineMs)
    if (directUrl === null) return pool
    const inMs = Object.entries(limits).map(([name, value]) => [name, String(value)])
    return limited(pool, { ...usualSettings, ...Object.fromEntries(inMs) })
  }
  const sessionsOf = (given: pg.PoolConfig) =>
    withoutReadOnly(watched(new pg.Pool({ max: 2, ...session, ...given, Client: direct.Client }), log))
  const pool = withoutReadOnly(poolFor({ Client: pooled.Client }))
  const patient = sessionsOf({})
  const sessions = directUrl === null ? pool : sessionsOf(limits)
  const watches = [...new Set([direct, pooled])].map(({ hosts, Client }) =>
    watchHost(hosts, (given) => new Client({ ...connection, ...given }), log),
  )
  const close = async () => {
    await Promise.all(watches.map((stop) => stop()))
    await Promise.all([...new Set([pool, patient, sessions])].map((each) => each.end()))
  }
  try {
    const found = await requireSession({
      setting: directUrl === null ? setting : 'DATABASE_DIRECT_URL',
      url: directUrl ?? url,
      pool: sessions,
    })
    if (directUrl !== null) await requireSame({ setting, url, pool }, found)
    log.debug({ version: found.version, ctype: found.ctype }, 'PostgreSQL is reachable')
  } catch (error) {
    await close()
    throw error
  }
  return {
    pool,
    patient,
    sessions,
    poolFor,
    client: () => new direct.Client({ ...session, application_name: 'quaydesk listening' }),
    close,
  }
}

/** The hosts of an address, and connections to the one that takes writes. */
function hostsAt(url: string, log: FastifyBaseLogger) {
  const hosts = new Hosts(url, log)
  // User, password, database and TLS; the host may be another one.
  const connectionString = hostAddresses(url)?.[0] ?? url
  class Client extends HostClient {
    constructor(given: pg.ClientConfig = {}) {
      super({ connectionString, ...given }, hosts, log)
    }
  }
  return { hosts, Client }
}

/**
 * Closes connections on which nothing has passed for longer than a statement may run, as when the network was cut: a statement sent there
 * would wait without an end, and its deadline is the database's.
 */
export function withoutSilent(pool: pg.Pool, deadlineMs: number): pg.Pool {
  if (!deadlineMs) return pool
  // The database's own refusal of a statement comes first, even from a busy machine.
  const silentMs = Math.max(deadlineMs * 1.2, deadlineMs + 1000)
  return pool.on('connect', ({ connection: { stream } }) => {
    if (stream instanceof Socket) stream.setTimeout(silentMs, () => stream.destroy())
  })
}

/** Closes connections whose host refused a write because it is a standby now. */
function withoutReadOnly(pool: pg.Pool): pg.Pool {
  pool.on('release', (_error, client) => {
    if (client instanceof HostClient && client.isReadOnly) void client.end()
  })
  return pool
}
