import { Duplex } from 'node:stream'
import { type EmbeddedEngine, EngineStopped } from './engine.ts'
import type { Turns, TurnTaker } from './turns.ts'
import { failure, greeting, inNamespace, messageOf, opensStatement } from './wire-messages.ts'

let lastId = 0

/**
 * The socket `pg` uses for the embedded database: an in-memory connection that speaks the wire protocol. Driver, pool
 * and transactions are the same for both engines, and no other process can connect.
 */
export class EmbeddedConnection extends Duplex implements TurnTaker {
  readonly #id = ++lastId
  #received: Buffer = Buffer.alloc(0)
  #batch: Buffer[] = []
  #greeted = false
  /** The engine generation in which this connection has a transaction or prepared statements open. */
  #boundTo: number | null = null
  #hasStatements = false
  #dropped: EngineStopped | null = null

  constructor(
    private readonly engine: EmbeddedEngine,
    private readonly turns: Turns,
    readonly deadlineMs: number,
    readonly idleMs: number,
  ) {
    super()
  }

  /** The part of `net.Socket` that pg uses. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  dropped(reason: EngineStopped): void {
    this.#dropped = reason
  }

  override _read(): void {
    // Replies are pushed as they come, each complete before the next batch is taken.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    this.#handle().then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.turns.leave(this)
    done(error)
  }

  async #handle(): Promise<void> {
    if (!this.#greeted) this.#greet()
    for (let message = this.#nextMessage(); message !== null; message = this.#nextMessage()) {
      const kind = String.fromCharCode(message[0] ?? 0)
      if (kind === 'X') return
      if (opensStatement(message)) this.#hasStatements = true
      this.#batch.push(inNamespace(message, this.#id))
      if (kind === 'S' || kind === 'Q' || kind === 'H') await this.#run(kind === 'H')
    }
  }

  async #run(keepsTurn: boolean): Promise<void> {
    const batch = new Uint8Array(Buffer.concat(this.#batch))
    this.#batch = []
    try {
      if (this.#dropped !== null) throw this.#dropped
      if (this.#boundTo !== null && this.#boundTo !== this.engine.generation) {
        throw new EngineStopped('57P01', 'The embedded database was restarted; the transaction was rolled back.')
      }
      const inTransaction = await this.turns.take(this, batch, keepsTurn, (bytes) => {
        if (!this.destroyed) this.push(Buffer.from(bytes.buffer))
      })
      this.#boundTo = inTransaction || this.#hasStatements ? this.engine.generation : null
    } catch (error) {
      const stopped = error instanceof EngineStopped ? error : new EngineStopped('57P01', String(error))
      if (this.destroyed) return
      this.once('end', () => this.destroy())
      this.push(failure(stopped.code, stopped.message))
      this.push(null)
    }
  }

  /** Answers the connection start here, so that it doesn't wait for a transaction in PGlite. */
  #greet(): void {
    if (this.#received.length < 4) return
    const length = this.#received.readInt32BE(0)
    if (this.#received.length < length) return
    this.#received = this.#received.subarray(length)
    this.#greeted = true
    this.push(greeting)
  }

  #nextMessage(): Buffer | null {
    if (!this.#greeted) return null
    const [message, rest] = messageOf(this.#received)
    this.#received = rest
    return message
  }
}
