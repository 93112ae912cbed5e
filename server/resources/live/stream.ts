import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { liveEvents } from '../../../src/contract/live.ts'
import type { SignedIn } from '../../http/access/session.ts'
import { positionOf, type Snapshot } from './position.ts'
import type { Reading } from './read.ts'

type Events = { [Name in keyof typeof liveEvents]: z.input<(typeof liveEvents)[Name]> }
type EndReason = Events['end']['reason']

/** Bytes that may be buffered for a slow receiver. Above that it is cut off, reconnects and resumes. */
const maxUnsentBytes = 256 * 1024

/** An event in wire format. */
export function eventText<Name extends keyof Events>(name: Name, data: Events[Name], at?: Snapshot): string {
  return `${at ? `id: ${positionOf(at)}\n` : ''}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** A connected console. */
export class LiveStream {
  /** The reply's body. */
  readonly body = new Readable({ read: () => undefined })
  /** Readings that arrived before its first event; null once that is sent. */
  missed: Reading[] | null = []
  /** The position it got when it joined; null once it needs the same events as everybody else. */
  seen: Snapshot | null = null
  #wasStuck = false
  #hasEnded = false

  constructor(
    readonly person: Pick<SignedIn, 'id' | 'rol' | 'sessionIdHash'>,
    private readonly reply: Pick<ServerResponse, 'writableLength' | 'destroyed'>,
  ) {}

  /** @param text whole events or comments */
  write(text: string): void {
    // A session may end while its stream still joins.
    if (this.body.destroyed || this.#hasEnded) return
    if (this.body.readableLength > maxUnsentBytes) this.body.destroy()
    else this.body.push(text)
  }

  /** Keeps proxies from closing the stream, and advances the position when nothing happened. Closes it if nobody reads. */
  beat(at: Snapshot): void {
    const isStuck = this.body.readableLength + this.reply.writableLength > 0
    if (this.reply.destroyed || (isStuck && this.#wasStuck)) this.body.destroy()
    this.#wasStuck = isStuck
    this.write(`:\nid: ${positionOf(at)}\n\n`)
  }

  /** @param reason tells the console to stop for good; without one it reconnects */
  end(reason?: EndReason): void {
    if (reason) this.write(eventText('end', { reason }))
    if (!this.body.destroyed && !this.#hasEnded) this.body.push(null)
    this.#hasEnded = true
  }
}
