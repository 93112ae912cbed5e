import { type EmbeddedEngine, EngineStopped } from './engine.ts'

/** A connection waiting for its turn. */
export interface TurnTaker {
  /** Milliseconds that one batch may run. */
  readonly deadlineMs: number
  /** Milliseconds an open transaction may idle before it is rolled back. */
  readonly idleMs: number
  /** The connection is closed. */
  readonly destroyed: boolean
  /** Called if it held an idle transaction while others had to wait. */
  dropped(reason: EngineStopped): void
}

interface Turn {
  taker: TurnTaker
  batch: Uint8Array
  keepsTurn: boolean
  onData: (bytes: Uint8Array) => void
  resolve: (inTransaction: boolean) => void
  reject: (error: EngineStopped) => void
}

const rollback = Buffer.from('Q\0\0\0\rROLLBACK\0', 'latin1')

/**
 * Shares PGlite's single session: first come, first served, but an open transaction goes first until it ends. A
 * batch is everything up to Sync, so parts of queries never mix. (@electric-sql/pglite-socket queues single
 * messages instead; queries over 64 kB then bind values to another connection's statement.)
 */
export class Turns {
  #waiting: Turn[] = []
  #owner: TurnTaker | null = null
  #working = false
  #idle: NodeJS.Timeout | undefined

  constructor(private readonly engine: EmbeddedEngine) {}

  /**
   * Waits for the connection's turn and runs the batch.
   * @param keepsTurn the batch ends in Flush and its Sync will follow
   * @returns whether a transaction is open afterwards
   * @throws EngineStopped
   */
  take(taker: TurnTaker, batch: Uint8Array, keepsTurn: boolean, onData: Turn['onData']): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ taker, batch, keepsTurn, onData, resolve, reject })
      void this.#work()
    })
  }

  /** Batches waiting for their turn. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** The connection closed: drops its waiting batches and rolls back its transaction. */
  leave(taker: TurnTaker): void {
    this.#waiting = this.#waiting.filter((turn) => turn.taker !== taker)
    if (this.#owner === taker) void this.#rollBack(taker)
  }

  #rollBack(taker: TurnTaker): Promise<unknown> {
    return this.take(taker, rollback, false, () => undefined).catch(() => {
      // The engine was restarted, which rolled it back.
    })
  }

  #next(): Turn | undefined {
    const owner = this.#owner
    const index = owner === null ? 0 : this.#waiting.findIndex((turn) => turn.taker === owner)
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    clearTimeout(this.#idle)
    for (let turn = this.#next(); turn !== undefined; turn = this.#next()) {
      try {
        const inTransaction = await this.engine.run(turn.batch, turn.onData, turn.taker.deadlineMs)
        this.#owner = inTransaction || turn.keepsTurn ? turn.taker : null
        if (this.#owner?.destroyed) void this.#rollBack(this.#owner)
        turn.resolve(inTransaction)
      } catch (error) {
        this.#owner = null
        turn.reject(error instanceof EngineStopped ? error : new EngineStopped('57P01', String(error)))
      }
    }
    this.#working = false
    const owner = this.#owner
    if (owner !== null) this.#idle = setTimeout(() => this.#giveUp(owner), owner.idleMs)
  }

  #giveUp(owner: TurnTaker): void {
    owner.dropped(new EngineStopped('57P01', `A transaction was left unused for ${owner.idleMs / 1000} s and was rolled back.`))
    this.leave(owner)
  }
}
