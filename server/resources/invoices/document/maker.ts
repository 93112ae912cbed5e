import { Worker } from 'node:worker_threads'
import type { DrawnInvoice } from './draw.ts'
import type { InvoiceDocument } from './invoice-document.ts'

export interface ToThread {
  id: number
  document: InvoiceDocument
}
export type FromThread = { id: number; bytes: Uint8Array; spelled: string[] } | { id: number; reason: string }

/** The document couldn't be made. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

interface Order {
  document: InvoiceDocument
  done: (drawn: DrawnInvoice) => void
  failed: (error: Error) => void
}

/** A document takes milliseconds; this one hangs. */
const timeoutMs = 30_000
/** Fonts and one document need a third of this. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }
/** The thread holds fonts in memory, so end it when idle. */
const idleMs = 60_000

/**
 * Makes invoices one by one in a thread, so that drawing blocks no request. The thread starts with the first order and
 * ends when idle; if it dies, only its current order fails.
 */
export class DocumentMaker {
  #worker: Worker | null = null
  #current: Order | null = null
  #lastId = 0
  #timer: NodeJS.Timeout | null = null
  readonly #urgent: Order[] = []
  readonly #others: Order[] = []

  /**
   * The PDF of an invoice, and what had to be spelled in Latin letters.
   * @param isUrgent goes before other orders, because somebody is waiting
   * @throws DocumentError
   */
  make(document: InvoiceDocument, isUrgent: boolean): Promise<DrawnInvoice> {
    return new Promise((done, failed) => {
      const queue = isUrgent ? this.#urgent : this.#others
      queue.push({ document, done, failed })
      this.#next()
    })
  }

  /** Ends the thread; unfinished orders fail. */
  async close(): Promise<void> {
    for (const order of [...this.#urgent.splice(0), ...this.#others.splice(0)]) order.failed(new DocumentError('the server is stopping'))
    await this.#end(new DocumentError('the server is stopping'))
  }

  #next(): void {
    if (this.#current !== null) return
    const order = this.#urgent.shift() ?? this.#others.shift()
    if (order === undefined) {
      this.#after(idleMs, () => void this.#end(new DocumentError('the thread was idle')))
      // An idle thread and its timer mustn't keep the process alive.
      this.#worker?.unref()
      this.#timer?.unref()
      return
    }
    this.#current = order
    try {
      this.#worker ??= this.#start()
      this.#worker.ref()
      this.#lastId += 1
      this.#after(timeoutMs, () => void this.#end(new DocumentError('the document took too long')))
      this.#send({ id: this.#lastId, document: order.document })
    } catch (cause) {
      this.#current = null
      order.failed(new DocumentError('the thread could not be used', { cause }))
      // Asynchronously, or many orders would overflow the stack.
      setImmediate(() => this.#next())
    }
  }

  #send(message: ToThread): void {
    this.#worker?.postMessage(message)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread.mjs', import.meta.url), { execArgv: [], resourceLimits })
    worker.on('message', (message: FromThread) => {
      if (worker === this.#worker && message.id === this.#lastId) this.#answered(message)
    })
    worker.on('error', (error) => {
      if (worker === this.#worker) this.#gone(new DocumentError(`the thread failed: ${error.message}`, { cause: error }))
    })
    worker.on('exit', () => {
      if (worker === this.#worker) this.#gone(new DocumentError('the thread ended'))
    })
    return worker
  }

  #answered(message: FromThread): void {
    const order = this.#current
    this.#current = null
    if ('reason' in message) order?.failed(new DocumentError(message.reason))
    else {
      const { bytes, spelled } = message
      order?.done({ pdf: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), spelled })
    }
    this.#next()
  }

  #gone(error: DocumentError): void {
    this.#worker = null
    const order = this.#current
    this.#current = null
    order?.failed(error)
    this.#next()
  }

  async #end(error: DocumentError): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    const worker = this.#worker
    if (worker === null) return
    this.#gone(error)
    await worker.terminate()
  }

  #after(ms: number, act: () => void): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(act, ms)
  }
}
