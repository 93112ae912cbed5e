import { setTimeout as pause } from 'node:timers/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { hostAddresses } from '../../process/database-address.ts'
import { repeat } from '../../process/repeat.ts'
import { isCausedBy, isUnavailable } from '../unavailable.ts'

/** The end of the write-ahead log (WAL) and its timeline: after a failover, positions of two timelines cannot be compared. */
const primaryPosition = `SELECT pg_current_wal_flush_lsn()::text AS lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline`

/** Whether a standby has everything up to a position. Null if it never will, as it is the primary or on another timeline. */
const hasPosition = `SELECT CASE WHEN pg_is_in_recovery() AND (SELECT timeline_id FROM pg_control_checkpoint()) = $2
  THEN pg_last_wal_replay_lsn() >= $1::pg_lsn END AS has`

interface Position {
  lsn: string
  timeline: number
}

interface Standby {
  name: string
  pool: pg.Pool
  orm: NodePgDatabase
  /** Not in use: it lags or does not answer. */
  isOut: boolean
}

export interface StandbyOptions {
  /** DATABASE_READ_URL: one address, possibly with several hosts. */
  url: string
  /** Milliseconds that a read waits for a standby to catch up with what was committed before. */
  lagMs: number
  /** Makes a pool like the primary's. */
  poolFor: (given: pg.PoolConfig) => pg.Pool
}

/** Milliseconds between checks of unused standbys; and between checks while waiting for one to catch up. */
const recheckMs = 1_000
const lookMs = 2

/**
 * Sends long reads to standbys, with the same results as from the primary: a standby is read only once it has
 * everything that was committed when the read began, by whichever server. A standby that takes too long to catch
 * up, does not answer or cancels a read is not used until it has caught up again; the primary is read instead.
 */
export class Standbys {
  readonly #all: readonly Standby[]
  readonly #stop: () => Promise<void>
  #turn = 0

  constructor(
    private readonly primary: { pool: pg.Pool; orm: NodePgDatabase },
    makeOrm: (pool: pg.Pool) => NodePgDatabase,
    private readonly options: StandbyOptions,
    private readonly log: FastifyBaseLogger,
  ) {
    this.#all = (hostAddresses(options.url) ?? []).map((connectionString) => {
      const pool = options.poolFor({ connectionString, connectionTimeoutMillis: 2_000 })
      return { name: new URL(connectionString).host, pool, orm: makeOrm(pool), isOut: false }
    })
    const fault = 'standbys could not be looked at'
    this.#stop = repeat(() => this.#recheck(), { job: 'standbys', log, fault, everyMs: recheckMs })
  }

  /**
   * Reads from a standby if one can be used, otherwise from the primary.
   * @param read must only read; is called again if the standby fails
   */
  async reading<Result>(read: (orm: NodePgDatabase) => Promise<Result>): Promise<Result> {
    const usable = this.#all.filter(({ isOut }) => !isOut)
    const standby = usable[(this.#turn += 1) % usable.length]
    if (!standby) return read(this.primary.orm)
    const position = await this.#position()
    if (!(await this.#reaches(standby, position))) {
      this.#leaveOut(standby, null)
      return read(this.primary.orm)
    }
    try {
      return await read(standby.orm)
    } catch (error) {
      if (!(error instanceof Error) || !isStandbysFault(error)) throw error
      this.#leaveOut(standby, error)
      return read(this.primary.orm)
    }
  }

  async #position(): Promise<Position> {
    const { rows } = await this.primary.pool.query<Position>(primaryPosition)
    if (!rows[0]) throw new Error('a position is always one row')
    return rows[0]
  }

  async #reaches({ pool }: Standby, { lsn, timeline }: Position): Promise<boolean> {
    const end = performance.now() + this.options.lagMs
    const ask = { text: hasPosition, values: [lsn, timeline], query_timeout: Math.max(this.options.lagMs, 1_000) }
    try {
      for (;;) {
        const { rows } = await pool.query<{ has: boolean | null }>(ask)
        const has = rows[0]?.has ?? null
        if (has === true) return true
        if (has === null || performance.now() >= end) return false
        await pause(lookMs)
      }
    } catch {
      return false
    }
  }

  #leaveOut(standby: Standby, error: Error | null): void {
    if (standby.isOut) return
    standby.isOut = true
    this.log.warn({ err: error ?? undefined, standby: standby.name }, 'a standby lags or fails; the primary is read instead')
  }

  async #recheck(): Promise<void> {
    const waiting = this.#all.filter(({ isOut }) => isOut)
    if (waiting.length === 0) return
    const position = await this.#position()
    const look = async (standby: Standby) => {
      if (!(await this.#reaches(standby, position))) return
      standby.isOut = false
      this.log.info({ standby: standby.name }, 'the standby has caught up and is read again')
    }
    await Promise.all(waiting.map(look))
  }

  async close(): Promise<void> {
    await this.#stop()
    await Promise.all(this.#all.map(({ pool }) => pool.end()))
  }
}

/** SQLSTATE of a read that was canceled because its rows are being removed. */
const recoveryConflict = '40001'

/** A statement that exceeded its deadline would exceed it on the primary too. */
function isStandbysFault(error: Error & { code?: unknown }): boolean {
  if (error.code === '57014') return false
  return error.code === recoveryConflict || (error.cause instanceof Error ? isCausedBy(error, isStandbysFault) : isUnavailable(error))
}
