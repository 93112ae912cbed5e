import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { hostAddresses } from '../../process/database-address.ts'

/** One of the hosts in DATABASE_URL. */
export interface Host {
  address: string
  host: string
  port: number
}

/** A connection, and the host that it is connected to. */
interface Connection {
  readonly at: Host | null
  once: (event: 'end', listener: () => void) => unknown
  destroy: () => void
}

/** Milliseconds in which a host must answer; and between searches while none accepts writes. */
export const answerMs = 2_000
const minIntervalMs = 250

/** Null on a standby or where transactions are read-only; otherwise the timeline, which each promotion of a standby increases. */
const timelineQuery = `SELECT CASE WHEN NOT pg_is_in_recovery() AND NOT current_setting('default_transaction_read_only')::boolean
  THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`

/** None of the hosts accepts writes, for example while a standby is being promoted. SQLSTATE cannot_connect_now. */
export class NoWritableHost extends Error {
  override name = 'NoWritableHost'
  readonly code = '57P03'
}

/**
 * Finds which of the database's hosts accepts writes. pg only supports one host, so this does what libpq does with
 * `target_session_attrs=read-write`. The host is found once, for all connections, and used until it fails.
 */
export class Hosts {
  readonly #all: readonly Host[]
  #present: Host | null
  #looking: Promise<Host> | null = null
  #failed: { error: Error; at: number } | null = null
  readonly #open = new Set<Connection>()

  constructor(
    url: string,
    private readonly log: FastifyBaseLogger,
  ) {
    this.#all = (hostAddresses(url) ?? [url]).map((address) => {
      const { host, port } = new pg.Client({ connectionString: address })
      return { address, host, port }
    })
    this.#present = this.#only
  }

  /** Whether there is more than one host. */
  get areSeveral(): boolean {
    return this.#all.length > 1
  }

  /** The host in use; null while searching. */
  get present(): Host | null {
    return this.#present
  }

  /** With a single host, there is nothing to search. */
  get #only(): Host | null {
    return this.#all.length === 1 ? (this.#all[0] ?? null) : null
  }

  /** The host to connect to. @throws Error if none accepts writes */
  async find(): Promise<Host> {
    return this.#present ?? this.#look()
  }

  /** The host failed or accepts no writes: the next connection searches again. */
  forget(host: Host | null): void {
    if (this.#present === host) this.#present = this.#only
  }

  /** Registers a connection, so that it can be closed when another host is in use. */
  opened(client: Connection): void {
    this.#open.add(client)
    client.once('end', () => this.closed(client))
  }

  closed(client: Connection): void {
    this.#open.delete(client)
  }

  /** Searches again and closes connections to other hosts. While no host is found, nothing changes. */
  async leave(host: Host | null): Promise<void> {
    this.forget(host)
    const found = await this.find().catch(() => null)
    if (found === null || found === host) return
    for (const client of this.#open) if (client.at !== found) client.destroy()
  }

  async #look(): Promise<Host> {
    const failed = this.#failed
    // While no host is available, not every request may ask all of them.
    if (failed && Date.now() - failed.at < minIntervalMs) throw failed.error
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #ask(): Promise<Host> {
    const answers = await Promise.all(
      this.#all.map(async (host) => {
        const timeline = await timelineOf(host).catch((error: Error) => error)
        return { host, timeline }
      }),
    )
    const [first] = answers
      .filter((answer): answer is { host: Host; timeline: string } => typeof answer.timeline === 'string')
      // A former primary that was restarted has an older timeline than the standby that replaced it.
      .sort((one, other) => other.timeline.localeCompare(one.timeline))
    if (first) {
      this.#present = first.host
      this.#failed = null
      this.log.info({ host: first.host.host, port: first.host.port }, 'this host of the database takes writes')
      return first.host
    }
    const refusal = answers.map(({ timeline }) => timeline).find((answer) => answer instanceof Error && isRefusal(answer))
    const error = refusal instanceof Error ? refusal : new NoWritableHost('none of its hosts takes writes')
    this.#failed = { error, at: Date.now() }
    throw error
  }
}

/** Errors that no other host and no retry would fix: password, database, permissions. */
const isRefusal = (error: Error & { code?: unknown }) => /^(28\w{3}|3D000|42501)$/.test(String(error.code))

async function timelineOf({ address }: Host): Promise<string | null> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: answerMs, application_name: 'quaydesk looking' })
  client.on('error', () => {
    // The query fails as well.
  })
  try {
    await client.connect()
    return await readTimeline(client)
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** The timeline of a host that accepts writes; null for others. @throws Error if it does not answer in time */
export async function readTimeline(client: pg.ClientBase): Promise<string | null> {
  const query = { text: timelineQuery, query_timeout: answerMs }
  const { rows } = await client.query<{ timeline: string | null }>(query)
  return rows[0]?.timeline ?? null
}
