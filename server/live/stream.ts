import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { liveEvents } from '../../src/contract/live.ts'
import type { SignedIn } from '../http/session.ts'
import { positionOf, type Snapshot } from './position.ts'
import type { Reading } from './read.ts'

type Events = { [Name in keyof typeof liveEvents]: z.input<(typeof liveEvents)[Name]> }
type EndReason = Events['end']['reason']

/** Bytes that may wait for a slow receiver; it comes back and goes on where it was. */
const mostUnsent = 256 * 1024

/** An event as it goes over the wire. */
export function eventText<Name extends keyof Events>(name: Name, data: Events[Name], at?: Snapshot): string {
  return `${at ? `id: ${positionOf(at)}\n` : ''}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** One console that listens. */
export class LiveStream {
  /** The reply's body. */
  readonly body = new Readable({ read: () => undefined })
  /** What came while it is still to be told where it is; null from then on. */
  missed: Reading[] | null = []
  /** What it was told when it came; null once all are told the same. */
  heard: Snapshot | null = null
  #wasStuck = false

  constructor(
    readonly person: Pick<SignedIn, 'id' | 'rol' | 'sessionIdHash'>,
    private readonly reply: Pick<ServerResponse, 'writableLength' | 'destroyed'>,
  ) {}

  /** @param text whole events or comments */
  write(text: string): void {
    if (this.body.destroyed || this.body.readableEnded) return
    if (this.body.readableLength > mostUnsent) this.body.destroy()
    else this.body.push(text)
  }

  /** Keeps proxies from closing it, and tells the position that nothing was to be told of. Closes it if nobody reads. */
  beat(at: Snapshot): void {
    const isStuck = this.body.readableLength + this.reply.writableLength > 0
    if (this.reply.destroyed || (isStuck && this.#wasStuck)) this.body.destroy()
    this.#wasStuck = isStuck
    this.write(`:\nid: ${positionOf(at)}\n\n`)
  }

  /** @param reason tells the console why, for good; without one it comes back */
  end(reason?: EndReason): void {
    if (reason) this.write(eventText('end', { reason }))
    if (!this.body.destroyed) this.body.push(null)
  }
}
