import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { FromWorker, ToWorker, WorkerInput } from './embedded-worker.ts'

/** The engine stopped under a query. `code` is the SQLSTATE that PostgreSQL uses for the same case. */
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

/** After a restart that failed (a disk that stays full), the next one is tried this many milliseconds later at the earliest. */
const restartPauseMs = 3_000

/** How long a clean close may take before the thread is ended anyway; the log on disk is complete either way. */
const closeLimitMs = 15_000

/**
 * PGlite in its thread, restarted when it does not answer. PGlite cannot be interrupted and ignores `statement_timeout`:
 * a batch that overruns its deadline costs the thread, which is ended and started again, and only that batch fails.
 * What was committed is in the log on disk and comes back with the restart.
 */
export class EmbeddedEngine {
  /** Counts restarts. Whatever a connection left in the engine (a transaction, a prepared statement) is gone when it changes. */
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

  /** Starts the thread and opens the database. @throws EngineStopped with what PGlite said */
  start(): Promise<void> {
    this.#starting ??= this.#open().finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  /**
   * Runs one batch of wire-protocol messages.
   * @param deadlineMs milliseconds after which the batch is given up and the engine restarted
   * @returns whether a transaction is open afterwards
   * @throws EngineStopped when the batch was not answered; its transaction, if any, is rolled back
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
    const worker = new Worker(new URL('./embedded-thread.mjs', import.meta.url), { workerData: this.input, execArgv: [] })
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

  /** Ends the thread, if it still runs, and starts another at once, so that the next query does not wait for it. */
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
    // The next thread must not open the files before this one has let go of them.
    this.#starting = Promise.resolve(worker?.terminate())
      .then(() => this.#open())
      .finally(() => {
        this.#starting = null
      })
    this.#starting.catch((failure: EngineStopped) => this.log.error(failure.message))
    run?.fail(error)
  }
}
