import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/**
 * PGlite runs neither a checkpointer nor autovacuum: without these two its log grows without bound, a restart after a crash
 * takes ever longer, and the planner works from figures of an empty database.
 */
export interface MaintenanceOptions {
  /** How often to look, in milliseconds. */
  everyMs: number
  /** Checkpoint at this many bytes of log since the last one, or… */
  checkpointBytes: number
  /** …this many milliseconds after it, if anything was written at all. */
  checkpointMs: number
  /** VACUUM ANALYZE after this many bytes of log, but no more often than… */
  vacuumBytes: number
  /** …every so many milliseconds. */
  vacuumMs: number
}

export const usualMaintenance: MaintenanceOptions = {
  everyMs: 15_000,
  checkpointBytes: 64 * 1024 * 1024,
  checkpointMs: 3 * 60_000,
  vacuumBytes: 64 * 1024 * 1024,
  vacuumMs: 10 * 60_000,
}

export interface Maintenance {
  /** Looks now; resolves when what was due is done. */
  look(): Promise<void>
  /** No more rounds; resolves when the present one has ended. */
  stop(): Promise<void>
}

/** @param pool connections without the usual deadline: vacuuming a large table takes its time */
export function startMaintenance(pool: pg.Pool, log: FastifyBaseLogger, options: MaintenanceOptions): Maintenance {
  let checkpoint = { at: Date.now(), position: 0 }
  let vacuum = { at: Number.NEGATIVE_INFINITY, position: 0 }
  let stopped = false
  let round: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    const position = await logPosition(pool)
    const written = position - checkpoint.position
    if (written >= options.checkpointBytes || (written > 0 && Date.now() - checkpoint.at >= options.checkpointMs)) {
      await pool.query('CHECKPOINT')
      // The checkpoint itself writes a little: counting from here keeps an idle database still.
      checkpoint = { at: Date.now(), position: await logPosition(pool) }
    }
    if (position - vacuum.position >= options.vacuumBytes && Date.now() - vacuum.at >= options.vacuumMs) {
      await vacuumTables(pool, () => stopped)
      vacuum = { at: Date.now(), position: await logPosition(pool) }
    }
  }

  function look(): Promise<void> {
    round = round.then(async () => {
      if (stopped) return
      await work().catch((error: Error) => log.warn({ err: error }, 'maintenance of the embedded database failed; it is tried again'))
    })
    return round
  }

  const timer = setInterval(() => void look(), options.everyMs)
  timer.unref()
  return {
    look,
    async stop() {
      stopped = true
      clearInterval(timer)
      await round
    },
  }
}

/** How many bytes of log have ever been written. */
async function logPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")
  return Number(rows[0]?.bytes ?? 0)
}

/** One table at a time, so that others get their turn in between. */
async function vacuumTables(pool: pg.Pool, stopped: () => boolean): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  for (const { name } of rows) {
    if (stopped()) return
    await pool.query(`VACUUM (ANALYZE) ${name}`)
  }
}
