import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/**
 * PGlite has no checkpointer or autovacuum: without these its log grows without bound, crash recovery gets slower, and
 * the planner uses statistics of an empty database.
 */
export interface MaintenanceOptions {
  /** How often to check, in milliseconds. */
  everyMs: number
  /** Checkpoint after this many bytes of log, or… */
  checkpointBytes: number
  /** …this many milliseconds if anything was written. */
  checkpointMs: number
  /** VACUUM ANALYZE after this many bytes of log (counted across restarts), but at most… */
  vacuumBytes: number
  /** …every this many milliseconds, and… */
  vacuumMs: number
  /** …not in the first milliseconds after start, when people load their first pages. */
  quietMs: number
  /** Minimum pause after each table in milliseconds, so that others can run… */
  pauseMs: number
  /** …or this multiple of the time the table took. */
  pauseFactor: number
}

export const usualMaintenance: MaintenanceOptions = {
  everyMs: 15_000,
  checkpointBytes: 64 * 1024 * 1024,
  checkpointMs: 3 * 60_000,
  vacuumBytes: 64 * 1024 * 1024,
  vacuumMs: 10 * 60_000,
  quietMs: 60_000,
  pauseMs: 500,
  pauseFactor: 4,
}

export interface Maintenance {
  /** Checks now; resolves when due work is done. */
  look(): Promise<void>
  /** Runs `work` while no checkpoint can run. */
  apart<Result>(work: () => Promise<Result>): Promise<Result>
  /** Stops; resolves when the current table, if any, is done. */
  stop(): Promise<void>
}

/** @param pool connections without the usual deadline: vacuuming large tables takes time */
export function startMaintenance(pool: pg.Pool, log: FastifyBaseLogger, options: MaintenanceOptions): Maintenance {
  let checkpoint = { at: Date.now(), position: 0 }
  let nextVacuumAt = Date.now() + options.quietMs
  /** Writes before this process aren't counted by table, so its first round does all tables. */
  let isFirstVacuum = true
  const withoutCheckpoint = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  let round: Promise<void> = Promise.resolve()

  async function checkpointIfDue(position: number): Promise<void> {
    if (withoutCheckpoint.size > 0) return
    const written = position - checkpoint.position
    if (written < options.checkpointBytes && (written === 0 || Date.now() - checkpoint.at < options.checkpointMs)) return
    await pool.query('CHECKPOINT')
    // The checkpoint itself writes a little; counting from here avoids endless checkpoints when idle.
    checkpoint = { at: Date.now(), position: await logPosition(pool) }
  }

  async function vacuumIfDue(position: number): Promise<void> {
    if (Date.now() < nextVacuumAt || position - (await vacuumedPosition(pool)) < options.vacuumBytes) return
    for (const table of await tablesToVacuum(pool, isFirstVacuum)) {
      if (stopping.signal.aborted) return
      const started = performance.now()
      await pool.query(`VACUUM (ANALYZE) ${table}`)
      await checkpointIfDue(await logPosition(pool))
      const pauseMs = Math.max(options.pauseMs, options.pauseFactor * (performance.now() - started))
      await sleep(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
    }
    if (stopping.signal.aborted) return
    await noteVacuum(pool)
    nextVacuumAt = Date.now() + options.vacuumMs
    isFirstVacuum = false
  }

  async function work(): Promise<void> {
    const position = await logPosition(pool)
    await checkpointIfDue(position)
    await vacuumIfDue(position)
  }

  function look(): Promise<void> {
    round = round.then(async () => {
      if (stopping.signal.aborted) return
      await work().catch((error: Error) => log.warn({ err: error }, 'maintenance of the embedded database failed; it is tried again'))
    })
    return round
  }

  const timer = setInterval(() => void look(), options.everyMs)
  timer.unref()
  return {
    look,
    async apart(work) {
      const running = work()
      withoutCheckpoint.add(running)
      try {
        return await running
      } finally {
        withoutCheckpoint.delete(running)
      }
    },
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await Promise.allSettled([round, ...withoutCheckpoint])
    },
  }
}

/** Total bytes of log ever written. */
async function logPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")
  return Number(rows[0]?.bytes ?? 0)
}

/** Log position of the last complete vacuum; 0 if there was none. */
async function vacuumedPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ position: number }>(`SELECT value AS position FROM app_state WHERE key = 'vacuum'`)
  return rows[0]?.position ?? 0
}

/** Records that all tables in need have been vacuumed. */
export async function noteVacuum(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO app_state (key, value) VALUES ('vacuum', to_jsonb($1::bigint)) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [await logPosition(pool)],
  )
}

/** Tables to vacuum, smallest first: all, or those with a tenth changed, about like autovacuum. */
async function tablesToVacuum(pool: pg.Pool, all: boolean): Promise<string[]> {
  // Statistics otherwise miss writes of the last second.
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_stat_user_tables ON relid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND pg_relation_size(c.oid) > 0
        AND ($1 OR greatest(n_mod_since_analyze, n_dead_tup) > 50 + c.reltuples / 10)
      ORDER BY c.relpages, c.relname`,
    [all],
  )
  return rows.map(({ name }) => name)
}
