import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { ZipFile } from 'yazl'
import { missingFilesName } from '../../../src/contract/invoices.ts'
import { addEntry, endZip } from '../../http/downloads/zip-entries.ts'
import { DocumentError } from './document/maker.ts'
import type { InvoiceFiles } from './files.ts'
import type { InvoiceRecord } from './records.ts'

/** Files fetched or made in advance while earlier ones are sent. */
const ahead = 4

/**
 * Streams a zip of invoices, holding only the next few files; stops if the reader leaves. Stored uncompressed, as PDFs
 * are compressed already. Invoices that can't be made are listed at the end.
 * @throws StorageError, and whatever reading the invoices throws: the zip then has no end record and is invalid
 */
export async function* zipInvoices(
  records: AsyncIterable<InvoiceRecord>,
  files: Pick<InvoiceFiles, 'read'>,
  log: FastifyBaseLogger,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const missing: string[] = []
  for await (const { invoice, pdf } of readAhead(records, (invoice) => readOrNull(files, invoice, log))) {
    if (pdf === null) missing.push(`Invoice ${invoice.number} (id ${invoice.id})`)
    else {
      const file = Readable.from([pdf], { objectMode: false })
      yield* addEntry(zip, file, entryName(invoice), { compress: false, size: pdf.length, mtime: new Date(invoice.createdAt * 1000) })
    }
  }
  if (missing.length > 0) zip.addBuffer(Buffer.from(`These could not be made:\r\n${missing.join('\r\n')}\r\n`), missingFilesName)
  yield* endZip(zip)
}

/** Number and id, safe as a file name: `2026-000123_77.pdf`. */
export function entryName({ number, id }: Pick<InvoiceRecord, 'number' | 'id'>): string {
  return `${number.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 60)}_${id}.pdf`
}

async function readOrNull(files: Pick<InvoiceFiles, 'read'>, invoice: InvoiceRecord, log: FastifyBaseLogger) {
  // A dead or slow thread may have been bad luck; what can't be drawn fails again.
  const onceMore = (error: unknown) => {
    if (!(error instanceof DocumentError)) throw error
    return files.read(invoice, { log, isUrgent: false })
  }
  try {
    return { invoice, pdf: await files.read(invoice, { log, isUrgent: false }).catch(onceMore) }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    log.error({ err: error, invoiceId: invoice.id }, 'an invoice could not be made')
    return { invoice, pdf: null }
  }
}

/** Maps items in order, with a few in progress at a time. */
async function* readAhead<Item, Result>(items: AsyncIterable<Item>, read: (item: Item) => Promise<Result>): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const reading = read(item)
      // Awaited in turn; until then a failure mustn't count as unhandled.
      reading.catch(() => undefined)
      underWay.push(reading)
      const first = underWay.length >= ahead ? underWay.shift() : undefined
      if (first) yield await first
    }
    for (const reading of underWay.splice(0)) yield await reading
  } finally {
    await Promise.allSettled(underWay)
  }
}
