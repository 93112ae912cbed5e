import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'

/** Start parameters; without a directory the database is in memory. */
export interface WorkerInput {
  directory: string | null
}

export type ToWorker = { kind: 'run'; batch: Uint8Array } | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'data'; bytes: Uint8Array }
  | { kind: 'done'; inTransaction: boolean }
  | { kind: 'panic'; reason: string }
  | { kind: 'closed' }

/** The engine stopped during a query. `code` is PostgreSQL's SQLSTATE for the same case. */
export class EngineStopped extends Error {
  override name = 'EngineStopped'
  constructor(
    readonly code: '57014' | '57P01' | '57P03',
    message: string,
  ) {
    super(message)
  }
}

interface Run {
  onData: (bytes: Uint8Array) => void
  done: (inTransaction: boolean) => void
  fail: (error: EngineStopped) => void
  deadline: NodeJS.Timeout
}

/** Minimum milliseconds between restarts after a failed one (such as a disk that stays full). */
const restartPauseMs = 3_000

/** How long a clean close may take before the thread is terminated; the log on disk is complete either way. */
const closeLimitMs = 15_000

/**
 * Runs PGlite in a thread and restarts it if it hangs. PGlite can't be interrupted and ignores `statement_timeout`, so
 * a batch past its deadline costs the thread. Only that batch fails: committed data is in the log on disk.
 */
export class EmbeddedEngine {
  /** Counts restarts; transactions and prepared statements of an earlier generation are gone. */
  generation = 0
  #worker: Worker | null = null
  #starting: Promise<void> | null = null
  #run: Run | null = null
  #closing = false
  #failedAt = Number.NEGATIVE_INFINITY
  #failure = ''

  constructor(
    private readonly input: WorkerInput,
    private readonly log: FastifyBaseLogger,
  ) {}

  /**
   * Starts the thread and opens the database.
   * @throws EngineStopped with PGlite's message
   */
  start(): Promise<void> {
    this.#starting ??= this.#open().finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  /**
   * Runs one batch of wire-protocol messages.
   * @param deadlineMs milliseconds until the batch is given up and the engine restarted
   * @returns whether a transaction is open afterwards
   * @throws EngineStopped if the batch wasn't answered; its transaction is rolled back
   */
  async run(batch: Uint8Array, onData: (bytes: Uint8Array) => void, deadlineMs: number): Promise<boolean> {
    if (this.#closing) throw new EngineStopped('57P01', 'The database is closing.')
    if (this.#worker === null) await this.#revive()
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        const seconds = Math.round(deadlineMs / 100) / 10
        this.#stop(new EngineStopped('57014', `The query was stopped: it ran longer than ${seconds} s.`))
      }, deadlineMs)
      this.#run = { onData, done: resolve, fail: reject, deadline }
      this.#send({ kind: 'run', batch })
    })
  }

  /** Closes the database cleanly and ends the thread. No batch may be running. */
  async close(): Promise<void> {
    this.#closing = true
    await this.#starting?.catch(() => undefined)
    const worker = this.#worker
    if (worker === null) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const limit = setTimeout(() => void worker.terminate(), closeLimitMs)
    this.#send({ kind: 'close' })
    await ended
    clearTimeout(limit)
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }

  async #revive(): Promise<void> {
    if (this.#starting === null && performance.now() - this.#failedAt < restartPauseMs) {
      throw new EngineStopped('57P03', this.#failure)
    }
    await this.start()
  }

  #open(): Promise<void> {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: this.input, execArgv: [] })
    return new Promise((resolve, reject) => {
      let opened = false
      let reason = 'its thread ended'
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          opened = true
          this.#worker = worker
          this.generation += 1
          resolve()
        } else if (message.kind === 'failed' || message.kind === 'panic') reason = message.reason
        else this.#answer(message)
      })
      worker.on('error', (error) => {
        reason = error.message
      })
      worker.on('exit', () => {
        if (this.#worker === worker) {
          this.#stop(new EngineStopped('57P01', `The embedded database stopped: ${reason}`))
        }
        if (opened) return
        this.#failedAt = performance.now()
        this.#failure = `The embedded database does not start: ${reason}`
        reject(new EngineStopped('57P03', this.#failure))
      })
    })
  }

  #answer(message: FromWorker): void {
    if (message.kind === 'data') this.#run?.onData(message.bytes)
    if (message.kind !== 'done' || this.#run === null) return
    const run = this.#run
    this.#run = null
    clearTimeout(run.deadline)
    run.done(message.inTransaction)
  }

  /** Terminates the thread and starts another immediately, so that the next query needn't wait. */
  #stop(error: EngineStopped): void {
    const worker = this.#worker
    const run = this.#run
    this.#worker = null
    this.#run = null
    clearTimeout(run?.deadline)
    if (this.#closing) {
      run?.fail(error)
      return
    }
    this.log.error({ code: error.code }, `${error.message} Restarting the embedded database.`)
    // The next thread must not open the files before this one has released them.
    this.#starting = Promise.resolve(worker?.terminate())
      .then(() => this.#open())
      .finally(() => {
        this.#starting = null
      })
    this.#starting.catch((failure: EngineStopped) => this.log.error(failure.message))
    run?.fail(error)
  }
}
