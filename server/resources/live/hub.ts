import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../../outside/context.ts'
import { Audience } from './audience.ts'
import { channel, listen } from './listening.ts'
import { readPosition, type Snapshot } from './position.ts'
import { type Present, readPresence } from './presence.ts'
import { type Reading, readChanges, readNow } from './read.ts'
import type { LiveStream } from './stream.ts'

/** What may have changed: `c` the change log, `p` who has what open, `s` sessions or roles. */
export type News = 'c' | 'p' | 's'

/** Milliseconds. The hub also looks without being notified: for changes by jobs or other processes, or a lost connection. */
const lookEvery = 2_000
const beatEvery = 20_000
/** The delay after a notification; and the least time between looks, so that a burst of changes is sent once. */
const soon = 10
const minIntervalMs = 200

/**
 * Reads the change log once for all consoles connected to this server: as soon as this or another server announces
 * a change, and at least every two seconds. Servers notify each other with `NOTIFY`, after the change's
 * transaction: inside it, commits would have to wait for each other.
 */
export class Hub {
  readonly #audience = new Audience()
  readonly #name = randomBytes(6).toString('hex')
  readonly #news = new Set<News>()
  readonly #forOthers = new Set<News>()
  #seen: Snapshot | null = null
  #starting: Promise<Snapshot> | null = null
  #present: Present = new Map()
  #timers: NodeJS.Timeout[] = []
  #next: NodeJS.Timeout | null = null
  #lastLook = 0
  #round: Promise<void> | null = null
  #stopListening: (() => Promise<void>) | null = null
  #isFailing = false
  #isClosed = false
  readonly #resuming = new Map<string, Promise<Reading>>()

  constructor(
    private readonly context: AppContext,
    private readonly log: FastifyBaseLogger,
  ) {}

  /** The number of connected consoles. */
  get streams(): number {
    return this.#audience.size
  }

  /**
   * Adds a console, from a position on if it names one.
   * @returns once its first event is written
   */
  async join(stream: LiveStream, after: string | null): Promise<void> {
    // Nobody was connected, so nobody needs what happened until now.
    if (this.#audience.size === 0) this.#starting = null
    this.#audience.add(stream)
    try {
      await this.#start()
      this.#audience.begin(stream, await this.since(after))
    } catch (error) {
      stream.body.destroy()
      throw error
    }
  }

  /**
   * What happened since a position; without one, only the current position. Consoles that reconnect together, as
   * after a restart, share the answer.
   */
  since(after: string | null): Promise<Reading> {
    const key = after ?? ''
    const known = this.#resuming.get(key)
    if (known) return known
    const reading = pause(soon).then(() => {
      // Later callers need a fresh answer: changes may happen between this read and their start.
      this.#resuming.delete(key)
      return this.#read(after)
    })
    this.#resuming.set(key, reading)
    return reading
  }

  async #read(after: string | null): Promise<Reading> {
    const { orm } = this.context.database
    const position = after === null ? null : readPosition(after)
    if (position) return readChanges(orm, position)
    return { snapshot: await readNow(orm), behind: after !== null, changes: [] }
  }

  /** Called when something changed, here or on another server. */
  wake(news: readonly News[], { notifyOthers }: { notifyOthers: boolean }): void {
    for (const one of news) {
      this.#news.add(one)
      if (notifyOthers && this.context.database.kind === 'postgres') this.#forOthers.add(one)
    }
    if (this.#audience.size > 0 || this.#forOthers.size > 0) this.#lookSoon()
  }

  #lookSoon(): void {
    if (this.#isClosed || this.#next || this.#round) return
    const wait = Math.max(soon, this.#lastLook + minIntervalMs - Date.now())
    this.#next = setTimeout(() => {
      this.#next = null
      this.#lastLook = Date.now()
      this.#round = this.#look()
        .then(() => {
          this.#isFailing = false
        })
        .catch((error: unknown) => {
          if (!this.#isFailing) this.log.warn({ err: error }, 'changes could not be sent; they are looked for again until that works')
          this.#isFailing = true
        })
        .then(() => {
          this.#round = null
          if (this.#news.size > 0 || this.#forOthers.size > 0) this.#lookSoon()
        })
    }, wait).unref()
  }

  async #look(): Promise<void> {
    const news = take(this.#news)
    const forOthers = take(this.#forOthers)
    const { database } = this.context
    if (forOthers.length > 0) await database.pool.query('SELECT pg_notify($1, $2)', [channel, `${this.#name} ${forOthers.join('')}`])
    if (this.#audience.size === 0 || this.#seen === null) return
    if (news.includes('s')) await this.#audience.recheck(this.context)
    if (news.includes('c')) {
      const reading = await readChanges(database.orm, this.#seen)
      this.#seen = reading.snapshot
      this.#audience.send(reading)
    }
    if (news.includes('p') || news.includes('s')) await this.#sendPresence()
  }

  async #sendPresence(): Promise<void> {
    if (!this.context.config.presence) return
    const present = await readPresence(this.context.database.orm, this.context.now())
    this.#audience.sendPresence(this.#present, present)
    this.#present = present
  }

  /** Runs for the first console. Every stream subscribes before it asks for its position, so that no change is missed. */
  #start(): Promise<Snapshot> {
    this.#starting ??= this.#begin().catch((error: unknown) => {
      this.#starting = null
      throw error
    })
    return this.#starting
  }

  async #begin(): Promise<Snapshot> {
    const { orm, client } = this.context.database
    if (this.context.config.presence) this.#present = await readPresence(orm, this.context.now())
    const seen = await readNow(orm)
    this.#seen = seen
    if (this.#isClosed || this.#timers.length > 0) return seen
    const look = () => this.#audience.size > 0 && this.wake(['c', 'p'], { notifyOthers: false })
    this.#timers = [setInterval(look, lookEvery).unref(), setInterval(() => this.#beat(), beatEvery).unref()]
    if (client) this.#stopListening = listen(client, { onMessage: (message) => this.#receive(message), onConnect: look }, this.log)
    return seen
  }

  #receive(message: string): void {
    const [from, letters = ''] = message.split(' ')
    const news = (['c', 'p', 's'] as const).filter((letter) => letters.includes(letter))
    if (from !== this.#name) this.wake(news, { notifyOthers: false })
  }

  #beat(): void {
    if (this.#seen === null || this.#audience.size === 0) return
    this.#audience.beat(this.#seen)
    this.wake(['s'], { notifyOthers: false })
  }

  /** Ends the streams, so that the server can stop without waiting for them. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#next) clearTimeout(this.#next)
    this.#audience.close()
    await this.#stopListening?.()
    await this.#round
  }
}

function take(news: Set<News>): News[] {
  const taken = [...news]
  news.clear()
  return taken
}
