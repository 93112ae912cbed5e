import { Readable } from 'node:stream'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { ZipFile } from 'yazl'
import { missingFilesName } from '../../../src/contract/invoices.ts'
import { readTables } from '../../db/catalog.ts'
import { addEntry, endZip } from '../../http/downloads/zip-entries.ts'
import type { AppContext } from '../../outside/context.ts'
import { DocumentError } from '../invoices/document/maker.ts'
import type { InvoiceFiles } from '../invoices/files.ts'
import { eachInvoice } from '../invoices/records.ts'
import { entryName } from '../invoices/zip.ts'
import { customerTables, leftOutTables, type Person } from './tables.ts'

/** Rows per query: the embedded database runs one query at a time. */
const rowsAtOnce = 100

interface ExportRequest {
  person: Pick<Person, 'id' | 'emails' | 'terms'>
  files: Pick<InvoiceFiles, 'read'>
  log: FastifyBaseLogger
  /** Called before each batch is read; throws to stop the export. */
  goOn: () => Promise<void>
}

/**
 * Streams a zip of everything stored about a customer: a JSON file per table, their files and invoices, and a
 * description. Only the current batch is in memory.
 * @throws StorageError, and whatever `goOn` or reading throws: the zip then lacks its end and is invalid
 */
export async function* zipPersonalData({ database, storage, now }: AppContext, request: ExportRequest): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const { person, files, log, goOn } = request
  const mtime = new Date(now() * 1000)
  const add = (name: string, content: AsyncIterable<string | Buffer>, compress = true) =>
    addEntry(zip, Readable.from(content, { objectMode: false }), name, { compress, mtime })
  yield* add('README.txt', once(readme))
  const keys = new Map((await readTables(database.pool)).map((table) => [table.name, table.keys.map(({ name: column }) => column)]))
  for (const [table, { rows, omit }] of Object.entries(customerTables))
    yield* add(`${table}.json`, jsonOf(database.orm, { table, key: keys.get(table) ?? [], condition: rows(person), omit }, goOn))
  const missing: string[] = []
  for (const { qr_id: qr, key, storage_key: stored } of await mediaOf(database.orm, person)) {
    await goOn()
    const file = await storage.get(stored)
    const name = `files/qr-${qr}/${safeName(key)}`
    if (file === null) missing.push(name)
    else yield* addEntry(zip, file, name, { compress: false, mtime })
  }
  for await (const invoice of eachInvoice(database, sql`invoices.user_id = ${person.id}`)) {
    await goOn()
    const name = `invoices/${entryName(invoice)}`
    try {
      yield* add(name, once(await files.read(invoice, { log, isUrgent: false })), false)
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      log.error({ err: error, invoiceId: invoice.id }, 'an invoice could not be made')
      missing.push(name)
    }
  }
  if (missing.length > 0) yield* add(missingFilesName, once(`These could not be read:\r\n${missing.join('\r\n')}\r\n`))
  yield* endZip(zip)
}

/** The number of files in the zip, without the list of missing files. */
export async function countFiles(orm: AppContext['database']['orm'], { id }: Pick<Person, 'id'>): Promise<number> {
  const { rows } = await orm.execute<{ count: number }>(sql`
    select ((select count(*) from invoices where user_id = ${id})
      + (select count(*) from qr_media m join qrs q on q.id = m.qr_id where q.user_id = ${id}))::int as count`)
  return 1 + Object.keys(customerTables).length + (rows[0]?.count ?? 0)
}

type Orm = AppContext['database']['orm']

async function* once(content: string | Buffer): AsyncGenerator<string | Buffer> {
  yield content
}

/** Finds the ids first, then reads batches. In a single query the planner might walk everybody's rows to find this customer's. */
async function* jsonOf(
  orm: Orm,
  { table, key, condition, omit = [] }: { table: string; key: readonly string[]; condition: SQL; omit?: readonly string[] | undefined },
  goOn: () => Promise<void>,
): AsyncGenerator<string> {
  const list = sql.raw(key.map((column) => `"${column}"`).join(', '))
  const name = sql.identifier(table)
  await goOn()
  const { rows: ids } = await orm.execute(
    sql`with own as materialized (select ${list} from ${name} where ${condition}) select * from own order by ${list}`,
  )
  yield '['
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    await goOn()
    const portion = ids.slice(from, from + rowsAtOnce).map(
      (row): SQL =>
        sql`(${sql.join(
          key.map((column) => sql`${row[column]}`),
          sql`, `,
        )})`,
    )
    const { rows } = await orm.execute(sql`select * from ${name} where (${list}) in (${sql.join(portion, sql`, `)}) order by ${list}`)
    for (const [index, row] of rows.entries()) {
      for (const column of omit) delete row[column]
      yield `${from + index === 0 ? '' : ','}\n${JSON.stringify(row)}`
    }
  }
  yield ids.length === 0 ? ']\n' : '\n]\n'
}

async function mediaOf(orm: Orm, { id }: Pick<Person, 'id'>) {
  const { rows } = await orm.execute<{ qr_id: number; key: string; storage_key: string }>(sql`
    select m.qr_id, m.key, m.storage_key from qr_media m join qrs q on q.id = m.qr_id where q.user_id = ${id} order by m.qr_id, m.key`)
  return rows
}

/** Turns customers' text into a safe file name. */
const safeName = (text: string): string =>
  text
    .replace(/[^\w.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, 100) || 'file'

const readme = [
  'All that is stored on one customer.',
  '',
  'There is a JSON file for each table, even if it has no row of theirs. Times are seconds since 1970-01-01 UTC, amounts are in the',
  'smallest unit of their currency. files/ has what they uploaded, by QR code; invoices/ has their invoices.',
  '',
  'Not in here:',
  ...Object.entries(leftOutTables).map(([table, reason]) => `- ${table}: ${reason}`),
  ...Object.entries(customerTables).flatMap(([table, { omit }]) => (omit ? [`- ${table}: ${omit.join(', ')} (of staff)`] : [])),
  '',
].join('\r\n')
