import { resolve } from 'node:path'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { openEmbedded } from './embedded/database.ts'
import type { MaintenanceOptions } from './maintenance.ts'
import { openPostgres } from './postgres/database.ts'
import { type StandbyOptions, Standbys } from './postgres/standbys.ts'
import { givingBack } from './transactions.ts'

export type Orm = NodePgDatabase

/** First parameter of every query: the database or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export interface Database {
  kind: 'embedded' | 'postgres'
  pool: pg.Pool
  orm: Orm
  /** The same database without a query deadline: for migrations, bulk loads and `VACUUM`, never for requests. */
  patient: { pool: pg.Pool; orm: Orm }
  /** Connections that keep their session, for locks that outlive a transaction; `pool`, unless that leads to a pooler. */
  sessions: pg.Pool
  /** Another PostgreSQL connection, not connected yet, to listen on; null on the embedded database. */
  client: (() => pg.Client) | null
  /**
   * Runs a long read: on a standby that has everything committed before (`DATABASE_READ_URL`), otherwise on the primary.
   * @param read must only read; may be called twice
   */
  reading: <Result>(read: (orm: Orm) => Promise<Result>) => Promise<Result>
  /** Whether this start created the embedded database; always false on PostgreSQL. */
  isNew: boolean
  /** Whether the embedded database's disk has space. PostgreSQL manages its own. */
  hasRoom(): Promise<boolean>
  /** Batches of statements that wait for the embedded database's one session; 0 on PostgreSQL. */
  queued(): number
  /** Copies the running embedded database, see `EmbeddedDatabase`; null on PostgreSQL. */
  snapshot: ((into: string) => Promise<void>) | null
  /** Waits for running queries, then closes. */
  close(): Promise<void>
}

/** The configuration `openDatabase` needs. */
export interface DatabaseSettings {
  databaseUrl: string | null
  dataDir: string
  /** What named the URL or the directory, for messages; DATABASE_URL or DATA_DIR if left out. */
  setting?: string
  databaseDirectUrl?: string | null
  databaseReadUrl?: string | null
  /** Milliseconds. */
  databaseReadLagMs?: number
}

/** Shorter times for tests. */
export interface DatabaseTimes {
  deadlineMs?: number
  idleInTransactionMs?: number
  maintenance?: MaintenanceOptions
}

/** Milliseconds until a query is stopped with SQLSTATE 57014, on both engines. */
export const usualDeadlineMs = 30_000

// `bigint` and count(*) become numbers: amounts, times and counts stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
})

/**
 * Opens the database: PostgreSQL if there is a URL, else the embedded one in the data directory.
 * @throws StartError if it can't; data is left untouched
 */
export async function openDatabase(settings: DatabaseSettings, log: FastifyBaseLogger, times: DatabaseTimes = {}): Promise<Database> {
  const deadlineMs = times.deadlineMs ?? usualDeadlineMs
  const idleInTransactionMs = times.idleInTransactionMs ?? usualDeadlineMs
  if (settings.databaseUrl !== null) {
    const { databaseUrl: url, databaseDirectUrl: directUrl = null, setting } = settings
    const opened = await openPostgres({ url, setting, directUrl, deadlineMs, idleInTransactionMs }, log)
    const database = asDatabase('postgres', { ...opened, isNew: false })
    const { databaseReadUrl: readUrl, databaseReadLagMs: lagMs = 0 } = settings
    return readUrl ? withStandbys(database, { url: readUrl, lagMs, poolFor: opened.poolFor }, log) : database
  }
  const directory = resolve(settings.dataDir)
  const { setting } = settings
  const opened = await openEmbedded({ directory, setting, deadlineMs, idleInTransactionMs, maintenance: times.maintenance }, log)
  return asDatabase('embedded', opened)
}

function withStandbys(database: Database, options: StandbyOptions, log: FastifyBaseLogger): Database {
  const standbys = new Standbys(database, ormOf, options, log)
  const close = async () => {
    await standbys.close()
    await database.close()
  }
  return { ...database, reading: (read) => standbys.reading(read), close }
}

const ormOf = (pool: pg.Pool): Orm => givingBack(drizzle(pool), pool)

/** For tests that open databases with other options. */
export function asDatabase(
  kind: Database['kind'],
  opened: {
    pool: pg.Pool
    patient: pg.Pool
    sessions?: pg.Pool
    isNew: boolean
    client?(): pg.Client
    hasRoom?(): Promise<boolean>
    queued?(): number
    snapshot?(into: string): Promise<void>
    close(): Promise<void>
  },
): Database {
  let closing: Promise<void> | null = null
  const orm = ormOf(opened.pool)
  return {
    kind,
    pool: opened.pool,
    orm,
    reading: (read) => read(orm),
    patient: { pool: opened.patient, orm: ormOf(opened.patient) },
    sessions: opened.sessions ?? opened.pool,
    client: opened.client?.bind(opened) ?? null,
    isNew: opened.isNew,
    hasRoom: () => opened.hasRoom?.() ?? Promise.resolve(true),
    queued: () => opened.queued?.() ?? 0,
    snapshot: opened.snapshot?.bind(opened) ?? null,
    close() {
      closing ??= opened.close()
      return closing
    },
  }
}
