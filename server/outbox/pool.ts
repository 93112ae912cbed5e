import type { AppContext } from '../context.ts'
import { type Claimed, claim, endpointsDue } from './claim.ts'
import { deliver } from './deliver.ts'

/** Tries at the same time, for each endpoint: none waits for another, and the most endpoints bound them all. */
const slots = 20

interface Lane {
  sending: number
  isClaiming: boolean
  /** Whether a slot became free while others were being filled. */
  isStale: boolean
}

/**
 * Tries what is due, in order for each record and endpoint, at least once each. A slot that becomes free takes the next at
 * once, whatever the others wait for. Servers share the work.
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
   * Begins with what is due and has a slot; does not wait for answers.
   * @throws Error if the database is away, or was since the last call
   */
  async begin(): Promise<void> {
    const due = await endpointsDue(this.#context.database.patient.orm, this.#context.now())
    for (const endpoint of due) this.#track(this.#fill(endpoint))
    const fault = this.#fault
    this.#fault = null
    if (fault !== null) throw fault
  }

  /** Resolves once nothing is under way and nothing is due that a slot was free for. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Begins no more, and waits for what is under way. */
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
