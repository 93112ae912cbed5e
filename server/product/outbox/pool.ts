import type { AppContext } from '../../outside/context.ts'
import { type Claimed, claim, endpointsDue } from './claim.ts'
import { deliver } from './deliver.ts'

/** Concurrent attempts per endpoint. Endpoints do not wait for each other; the limit on endpoints limits the total. */
const slots = 20

interface Lane {
  sending: number
  isClaiming: boolean
  /** Whether a slot became free during a claim, so that another claim is needed. */
  isStale: boolean
}

/**
 * Delivers what is due at least once, in order for each record and endpoint. A free slot takes the next delivery
 * immediately, whatever the other slots wait for. Several servers share the work.
 */
export class DeliveryPool {
  readonly #context: AppContext
  readonly #lanes = new Map<number, Lane>()
  readonly #underWay = new Set<Promise<void>>()
  #isStopping = false
  #fault: unknown = null

  constructor(context: AppContext) {
    this.#context = context
  }

  /**
   * Starts deliveries that are due, as far as slots are free. Does not wait for answers.
   * @throws Error if the database is unavailable, or was since the last call
   */
  async begin(): Promise<void> {
    const due = await endpointsDue(this.#context.database.patient.orm, this.#context.now())
    for (const endpoint of due) this.#track(this.#fill(endpoint))
    const fault = this.#fault
    this.#fault = null
    if (fault !== null) throw fault
  }

  /** Resolves once no attempt is in progress and no due delivery has a free slot. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Starts no more attempts, and waits for those in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.idle()
  }

  async #fill(endpoint: number): Promise<void> {
    const lane = this.#lanes.get(endpoint) ?? { sending: 0, isClaiming: false, isStale: false }
    this.#lanes.set(endpoint, lane)
    lane.isStale = true
    if (lane.isClaiming) return
    lane.isClaiming = true
    try {
      while (lane.isStale && lane.sending < slots && !this.#isStopping) {
        lane.isStale = false
        const { database, now } = this.#context
        for (const claimed of await claim(database.patient.orm, endpoint, slots - lane.sending, now())) this.#send(endpoint, lane, claimed)
      }
    } finally {
      lane.isClaiming = false
    }
  }

  #send(endpoint: number, lane: Lane, claimed: Claimed): void {
    lane.sending += 1
    const sent = deliver(this.#context, claimed).finally(() => (lane.sending -= 1))
    this.#track(sent.then(() => this.#fill(endpoint)))
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        this.#fault = error
      })
      .finally(() => this.#underWay.delete(tracked))
    this.#underWay.add(tracked)
  }
}
