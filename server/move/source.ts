import { readSequences, readTables, type SequenceState, sumTable, type TableShape, type TableSum } from '../db/catalog.ts'
import type { Database } from '../db/connect.ts'
import { requireSchema } from '../db/migrate.ts'
import type { Migration } from '../db/migration-files.ts'
import { type Portion, type Row, readRows } from './rows.ts'

/** What is copied: a database, or the file of a backup. */
export interface Source {
  /** Names it. A copy that was begun from another one is not continued. */
  id: string
  /** The schema that its rows have. */
  migrations: Migration[]
  tables: TableShape[]
  sequences: SequenceState[]
  sum(table: string): Promise<TableSum>
  /** @param after where an earlier portion ended */
  read(table: TableShape, after: Row | null): AsyncIterable<Portion>
  /** Called behind the last table: a source that is a file is read to its end. */
  end?(): Promise<void>
}

/**
 * Calls `work` with a database as a source, all of one moment.
 * @throws StartError if its schema is older or newer than this release's
 */
export async function withSource<Result>(database: Database, id: string, work: (source: Source) => Promise<Result>): Promise<Result> {
  const migrations = await requireSchema(database)
  const client = await database.patient.pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const result = await work({
      id,
      migrations,
      tables: await readTables(client),
      sequences: await readSequences(client),
      sum: (table) => sumTable(client, table),
      read: (table, after) => readRows(client, table, after),
    })
    await client.query('COMMIT')
    return result
  } finally {
    client.release(true)
  }
}
