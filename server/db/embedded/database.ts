import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { hasRoom, inspectDatabase, markUnfinished, prepareDataDirectory, syncFiles } from '../../process/data-directory.ts'
import { StartError } from '../../process/start-error.ts'
import { type MaintenanceOptions, startMaintenance, usualMaintenance } from '../maintenance.ts'
import { EmbeddedConnection } from './connection.ts'
import { type DirectoryLock, lockDirectory } from './directory-lock.ts'
import { EmbeddedEngine } from './engine.ts'
import { copyFiles } from './snapshot.ts'
import { Turns } from './turns.ts'

export interface EmbeddedOptions {
  /** The data directory; null keeps everything in memory. */
  directory: string | null
  /** What named it, for messages; DATA_DIR if left out. */
  setting?: string
  /** Milliseconds that a query may run, and that an open transaction may idle. */
  deadlineMs: number
  idleInTransactionMs: number
  maintenance?: MaintenanceOptions
}

export interface EmbeddedDatabase {
  pool: pg.Pool
  /** Connections without the usual deadline, for migrations, bulk loads and maintenance. */
  patient: pg.Pool
  isNew: boolean
  /** Whether its disk has space. */
  hasRoom(): Promise<boolean>
  /** Batches waiting for the session. */
  queued(): number
  /**
   * Copies the running database to `database` in an empty directory, which is then a data directory. Queries continue.
   * @throws Error if it is in memory
   */
  snapshot(into: string): Promise<void>
  /** Checkpoints and vacuums if due. Runs automatically; tests call it directly. */
  maintain(): Promise<void>
  close(): Promise<void>
}

/** Even patient connections have a limit, so a stuck engine can't hang the server forever. */
const patientMs = 60 * 60_000

/**
 * Opens PGlite on a directory: checks, locks, starts and maintains it.
 * @throws StartError
 */
export async function openEmbedded(options: EmbeddedOptions, log: FastifyBaseLogger): Promise<EmbeddedDatabase> {
  const { directory, setting } = options
  if (directory !== null) prepareDataDirectory(directory, setting)
  const lock = directory === null ? null : await lockDirectory(directory, setting)
  try {
    return await openLocked(options, lock, log)
  } catch (error) {
    await lock?.release()
    throw error
  }
}

async function openLocked(options: EmbeddedOptions, lock: DirectoryLock | null, log: FastifyBaseLogger): Promise<EmbeddedDatabase> {
  const found = options.directory === null ? null : inspectDatabase(options.directory, options.setting)
  const isNew = found?.isNew ?? true
  const mark = isNew && options.directory !== null ? markUnfinished(options.directory) : null
  const engine = new EmbeddedEngine({ directory: found?.path ?? null }, log)
  try {
    if (found !== null && !isNew) syncFiles(found.path)
    await engine.start()
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
  if (found !== null && isNew) syncFiles(found.path)
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
    queued: () => turns.waiting,
    snapshot(into) {
      if (found === null) throw new Error('a database in memory has no files')
      return maintenance.apart(() => copyFiles(patient, found.path, into))
    },
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

/** All explicit, so PGHOST, PGSSLMODE and other environment variables have no effect. */
function poolOf(log: FastifyBaseLogger, max: number, stream: () => EmbeddedConnection): pg.Pool {
  const where = { host: 'embedded', port: 5432, user: 'postgres', password: '', database: 'postgres', ssl: false }
  // Never closed when idle: statements prepared in PGlite's one session would outlive their connection.
  return watched(new pg.Pool({ ...where, max, stream, idleTimeoutMillis: 0 }), log)
}

/** A broken connection emits 'error', idle or not; unhandled, that would end the process. */
export function watched(pool: pg.Pool, log: FastifyBaseLogger): pg.Pool {
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => log.debug({ err: error }, 'a database connection broke'))
  })
  return pool
}
