import { resolve } from 'node:path'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { openEmbedded } from './embedded.ts'
import type { MaintenanceOptions } from './maintenance.ts'
import { openPostgres } from './postgres.ts'
import * as schema from './schema/all.ts'

export type Orm = NodePgDatabase<typeof schema>

/** What every query takes first: the database or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>

export interface Database {
  kind: 'embedded' | 'postgres'
  pool: pg.Pool
  orm: Orm
  /** The same database without the deadline per query: for migrations, bulk loads and `VACUUM`, never for requests. */
  patient: { pool: pg.Pool; orm: Orm }
  /** The embedded database was made by this start. Always false on PostgreSQL. */
  isNew: boolean
  /** Whether the embedded database's disk has room to write on. PostgreSQL looks after its own. */
  hasRoom(): Promise<boolean>
  /** Waits for the queries under way, and closes. */
  close(): Promise<void>
}

/** What `openDatabase` needs of the configuration. */
export interface DatabaseSettings {
  databaseUrl: string | null
  dataDir: string
}

/** For tests: shorter times. */
export interface DatabaseTimes {
  deadlineMs?: number
  idleInTransactionMs?: number
  maintenance?: MaintenanceOptions
}

/** Milliseconds that one query may run before it is stopped with SQLSTATE 57014, on both engines. */
export const usualDeadlineMs = 30_000

// `bigint` and count(*) are JavaScript numbers everywhere: amounts, instants and counts all stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
})

/**
 * Opens the configured database: PostgreSQL when there is a URL, else the embedded one in the data directory.
 * @throws StartError when it cannot; data is untouched then
 */
export async function openDatabase(settings: DatabaseSettings, log: FastifyBaseLogger, times: DatabaseTimes = {}): Promise<Database> {
  const deadlineMs = times.deadlineMs ?? usualDeadlineMs
  const idleInTransactionMs = times.idleInTransactionMs ?? usualDeadlineMs
  if (settings.databaseUrl !== null) {
    const opened = await openPostgres({ url: settings.databaseUrl, deadlineMs, idleInTransactionMs }, log)
    return asDatabase('postgres', { ...opened, isNew: false })
  }
  const directory = resolve(settings.dataDir)
  const opened = await openEmbedded({ directory, deadlineMs, idleInTransactionMs, maintenance: times.maintenance }, log)
  return asDatabase('embedded', opened)
}

/** For tests, which open databases with options of their own. */
export function asDatabase(
  kind: Database['kind'],
  opened: { pool: pg.Pool; patient: pg.Pool; isNew: boolean; hasRoom?(): Promise<boolean>; close(): Promise<void> },
): Database {
  let closing: Promise<void> | null = null
  return {
    kind,
    pool: opened.pool,
    orm: drizzle(opened.pool, { schema }),
    patient: { pool: opened.patient, orm: drizzle(opened.patient, { schema }) },
    isNew: opened.isNew,
    hasRoom: () => opened.hasRoom?.() ?? Promise.resolve(true),
    close() {
      closing ??= opened.close()
      return closing
    },
  }
}
