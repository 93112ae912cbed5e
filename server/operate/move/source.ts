import { readSequences, readTables, type SequenceState, sumTable, type TableShape, type TableSum } from '../../db/catalog.ts'
import type { Database } from '../../db/connect.ts'
import { requireSchema } from '../../db/migrate.ts'
import type { Migration } from '../../db/migration-files.ts'
import { type Portion, type Row, readRows } from './rows.ts'

/** Where rows are copied from: a database, or a backup file. */
export interface Source {
  /** Identifies the source. Only a copy from the same source is resumed. */
  id: string
  /** The schema of its rows. */
  migrations: Migration[]
  tables: TableShape[]
  sequences: SequenceState[]
  sum(table: string): Promise<TableSum>
  /** @param after where the previous portion ended */
  read(table: TableShape, after: Row | null): AsyncIterable<Portion>
  /** Called after the last table: a file is then read to its end. */
  end?(): Promise<void>
}

/**
 * Calls `work` with a database as the source, in one consistent snapshot.
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
