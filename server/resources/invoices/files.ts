import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { invoices } from '../../db/schema/payments.ts'
import type { AppContext } from '../../outside/context.ts'
import { StorageError } from '../../outside/storage/port.ts'
import { invoiceDocument } from './document/invoice-document.ts'
import { DocumentMaker } from './document/maker.ts'
import type { InvoiceRecord } from './records.ts'

const contentType = 'application/pdf'

/** Storage key of an invoice's file. */
export const fileKey = (link: string) => `invoices/${link}.pdf`

interface ReadOptions {
  log: FastifyBaseLogger
  /** Somebody is waiting: made before others. */
  isUrgent: boolean
}

/** @throws StorageError if storage fails midway */
async function readWhole(stored: Readable): Promise<Buffer> {
  try {
    return await buffer(stored)
  } catch (cause) {
    throw new StorageError('the store broke off within a file', { cause })
  }
}

/** The PDFs of invoices in storage, made on first request and again if missing. */
export class InvoiceFiles {
  readonly #maker = new DocumentMaker()
  readonly #making = new Map<string, Promise<Buffer>>()

  constructor(private readonly context: AppContext) {}

  /**
   * The PDF of an invoice. Concurrent requests share one; several servers produce the same bytes.
   * @throws StorageError; DocumentError if it can't be made
   */
  async read(invoice: InvoiceRecord, options: ReadOptions): Promise<Buffer> {
    const { link } = invoice
    const stored = await this.context.storage.get(fileKey(link))
    if (stored !== null) return readWhole(stored)
    const underWay = this.#making.get(link)
    if (underWay !== undefined) return underWay
    const making = this.#makeAndKeep(invoice, options).finally(() => this.#making.delete(link))
    this.#making.set(link, making)
    return making
  }

  /**
   * Makes an invoice's PDF again under a new link.
   * @throws StorageError, DocumentError
   */
  async renew(invoice: InvoiceRecord, link: string, log: FastifyBaseLogger): Promise<void> {
    const pdf = await this.#make(invoice, { log, isUrgent: true })
    await this.context.storage.put(fileKey(link), pdf, contentType)
  }

  /** Ends the document thread. */
  close(): Promise<void> {
    return this.#maker.close()
  }

  async #make(invoice: InvoiceRecord, { log, isUrgent }: ReadOptions): Promise<Buffer> {
    const { pdf, spelled } = await this.#maker.make(invoiceDocument(invoice, this.context.config.seller), isUrgent)
    if (spelled.length > 0)
      log.warn({ invoiceId: invoice.id, scripts: spelled }, 'no font has these scripts of an invoice: they are spelled in Latin letters')
    return pdf
  }

  async #makeAndKeep(invoice: InvoiceRecord, options: ReadOptions): Promise<Buffer> {
    const { log } = options
    const pdf = await this.#make(invoice, options)
    try {
      await this.context.storage.put(fileKey(invoice.link), pdf, contentType)
      await this.#dropIfReplaced(invoice)
    } catch (error) {
      // The caller gets the document anyway; it is made again next time.
      log.warn({ err: error, invoiceId: invoice.id }, 'the file of an invoice could not be kept')
    }
    return pdf
  }

  /** If the link has been replaced in the meantime, nobody else would delete this file. */
  async #dropIfReplaced({ id, link }: InvoiceRecord): Promise<void> {
    const [now] = await this.context.database.orm.select({ link: invoices.link }).from(invoices).where(eq(invoices.id, id))
    if (now?.link !== link) await this.context.storage.delete(fileKey(link))
  }
}
