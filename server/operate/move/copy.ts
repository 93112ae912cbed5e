import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { readTables, sumTable, type TableShape } from '../../db/catalog.ts'
import type { Database } from '../../db/connect.ts'
import { StartError } from '../../process/start-error.ts'
import { writeRows } from './rows.ts'
import type { Source } from './source.ts'
import { finishTarget, noteOf, prepareTarget, type TableNote, writeNote } from './target.ts'

/** Callbacks for progress. Rows are those of the table so far. */
export interface CopyReport {
  resumed(): void
  rows(table: string, done: number, of: number): void
  table(table: string, rows: number, isNew: boolean): void
  indexes(done: number, of: number): void
}

/**
 * Fills an empty database from a source, one table at a time, and checks each by count and checksum. Rows and
 * progress are written in one transaction, so an interrupted copy resumes where it stopped.
 * @returns how many rows there are
 * @throws StartError if the target is not empty, or differs after the copy
 */
export async function copyInto(database: Database, source: Source, report: CopyReport, log: FastifyBaseLogger): Promise<number> {
  const client = await database.patient.pool.connect()
  try {
    if (await prepareTarget(database, client, source, log)) report.resumed()
    await requireTables(client, source.tables)
    // If the machine crashes, rows and progress may be lost together. Nothing else depends on them.
    await client.query("SELECT set_config('synchronous_commit', 'off', false)")
    let rows = 0
    for (const table of source.tables) rows += await copyTable(database.kind, client, source, table, report)
    await source.end?.()
    await client.query("SELECT set_config('synchronous_commit', 'on', false)")
    await finishTarget(database, source, (done, of) => report.indexes(done, of))
    return rows
  } finally {
    client.release(true)
  }
}

/** The file's tables must be exactly those of the schema: it is not trusted to add or leave out any. */
async function requireTables(client: pg.ClientBase, tables: readonly TableShape[]): Promise<void> {
  const shape = ({ name, columns }: TableShape) => JSON.stringify([name, columns.map((column) => [column.name, column.type])])
  const expected = (await readTables(client)).map(shape)
  const given = tables.map(shape)
  const differing = expected.find((table, index) => table !== given[index]) ?? given[expected.length]
  if (differing !== undefined) throw new StartError(`The source’s tables differ from its schema: ${differing}.`)
}

async function copyTable(
  kind: Database['kind'],
  client: pg.ClientBase,
  source: Source,
  table: TableShape,
  report: CopyReport,
): Promise<number> {
  const { name } = table
  const { rows: all, sum } = await source.sum(name)
  let note: TableNote | null = await noteOf(client, name)
  if (note?.isDone && note.sum === sum) {
    report.table(name, all, false)
    return all
  }
  // The source may have changed since an earlier copy began.
  if (note?.isDone || note?.sum !== sum) {
    await client.query(`TRUNCATE public.${pg.escapeIdentifier(name)}`)
    note = { sum, rows: 0, after: null, isDone: false }
  }
  for await (const { rows, after } of ahead(source.read(table, note.after))) {
    note = { ...note, rows: note.rows + rows.length, after }
    await inTransaction(client, async () => {
      await writeRows(kind, client, table, rows)
      await writeNote(client, name, note as TableNote)
    })
    report.rows(name, note.rows, all)
  }
  const written = await sumTable(client, name)
  if (written.rows !== all || written.sum !== sum) {
    await writeNote(client, name, { ...note, sum: '' })
    throw new StartError(
      `${name} differs after the copy: ${written.rows} of ${all} rows, checksum ${written.sum} instead of ${sum}. ` +
        'Run the same command to copy this table again.',
    )
  }
  await writeNote(client, name, { ...note, isDone: true })
  report.table(name, all, true)
  return all
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Requests the next value while the current one is being used. */
async function* ahead<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = values[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (let current = await next; !current.done; current = await next) {
      next = iterator.next()
      // If the consumer stops early, nobody awaits this one.
      next.catch(() => undefined)
      yield current.value
    }
  } finally {
    await iterator.return?.()
  }
}
