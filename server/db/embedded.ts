import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { hasRoom, inspectDatabase, markUnfinished, prepareDataDirectory } from './data-directory.ts'
import { type DirectoryLock, lockDirectory } from './directory-lock.ts'
import { EmbeddedConnection } from './embedded-connection.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { Turns } from './embedded-turns.ts'
import { type MaintenanceOptions, startMaintenance, usualMaintenance } from './maintenance.ts'
import { StartError } from './start-error.ts'

export interface EmbeddedOptions {
  /** The data directory; null keeps everything in memory. */
  directory: string | null
  /** Milliseconds that one query may run, and that an open transaction may stay unused. */
  deadlineMs: number
  idleInTransactionMs: number
  maintenance?: MaintenanceOptions
}

export interface EmbeddedDatabase {
  pool: pg.Pool
  /** Connections without the usual deadline, for migrations, bulk loads and maintenance. */
  patient: pg.Pool
  isNew: boolean
  /** Whether its disk has room to write on. */
  hasRoom(): Promise<boolean>
  /** Checkpoints and vacuums if due; it happens by itself, and tests call it. */
  maintain(): Promise<void>
  close(): Promise<void>
}

/** Even patient work ends some time: a stuck engine must not hang the server for ever. */
const patientMs = 60 * 60_000

/**
 * PGlite on a directory of ours: checked, locked, started in its thread and looked after.
 * @throws StartError
 */
export async function openEmbedded(options: EmbeddedOptions, log: FastifyBaseLogger): Promise<EmbeddedDatabase> {
  const { directory } = options
  if (directory !== null) prepareDataDirectory(directory)
  const lock = directory === null ? null : await lockDirectory(directory)
  try {
    return await openLocked(options, lock, log)
  } catch (error) {
    await lock?.release()
    throw error
  }
}

async function openLocked(options: EmbeddedOptions, lock: DirectoryLock | null, log: FastifyBaseLogger): Promise<EmbeddedDatabase> {
  const found = options.directory === null ? null : inspectDatabase(options.directory)
  const isNew = found?.isNew ?? true
  const mark = isNew && options.directory !== null ? markUnfinished(options.directory) : null
  const engine = new EmbeddedEngine({ directory: found?.path ?? null }, log)
  try {
    await engine.start()
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
  mark?.finished()

  const turns = new Turns(engine)
  const pool = poolOf(log, 10, () => new EmbeddedConnection(engine, turns, options.deadlineMs, options.idleInTransactionMs))
  const patient = poolOf(log, 2, () => new EmbeddedConnection(engine, turns, patientMs, patientMs))
  const maintenance = startMaintenance(patient, log, options.maintenance ?? usualMaintenance)
  return {
    pool,
    patient,
    isNew,
    hasRoom: async () => options.directory === null || hasRoom(options.directory),
    maintain: () => maintenance.look(),
    async close() {
      await maintenance.stop()
      await pool.end()
      await patient
        .query('CHECKPOINT')
        .catch((error: Error) => log.warn({ err: error }, 'the last checkpoint failed; the next start reads the log instead'))
      await patient.end()
      await engine.close()
      await lock?.release()
    },
  }
}

/** Everything stated, so that PGHOST, PGSSLMODE and their like in the environment mean nothing here. */
function poolOf(log: FastifyBaseLogger, max: number, stream: () => EmbeddedConnection): pg.Pool {
  const where = { host: 'embedded', port: 5432, user: 'postgres', password: '', database: 'postgres', ssl: false }
  // Kept for good: PGlite has one session, and the statements that a connection has prepared in it would outlive that connection.
  return watched(new pg.Pool({ ...where, max, stream, idleTimeoutMillis: 0 }), log)
}

/** A connection that breaks emits 'error', in the pool or out of it; unheard, that would end the process. */
export function watched(pool: pg.Pool, log: FastifyBaseLogger): pg.Pool {
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => log.debug({ err: error }, 'a database connection broke'))
  })
  return pool
}
