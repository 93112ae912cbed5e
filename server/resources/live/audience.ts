import { eq, inArray } from 'drizzle-orm'
import { mayReceive } from '../../../src/contract/live.ts'
import { sessions, staff } from '../../db/schema/staff.ts'
import { sessionLimits } from '../../http/access/session.ts'
import type { AppContext } from '../../outside/context.ts'
import type { MergedChange } from './merge.ts'
import { hasSeen, positionOf, type Snapshot } from './position.ts'
import { changedRecords, type Present, presenceFor, recordKey } from './presence.ts'
import type { Reading } from './read.ts'
import { eventText, type LiveStream } from './stream.ts'

/** Streams per account on one server; a new one beyond that ends the oldest. */
const maxPerAccount = 6

/** The consoles connected to this server. */
export class Audience {
  readonly #streams = new Set<LiveStream>()

  get size(): number {
    return this.#streams.size
  }

  add(stream: LiveStream): void {
    this.#streams.add(stream)
    stream.body.once('close', () => this.#streams.delete(stream))
    const ofAccount = [...this.#streams].filter(({ person }) => person.id === stream.person.id)
    for (const oldest of ofAccount.slice(0, -maxPerAccount)) this.#end(oldest, 'too-many')
  }

  #end(stream: LiveStream, reason?: Parameters<LiveStream['end']>[0]): void {
    this.#streams.delete(stream)
    stream.end(reason)
  }

  /** Sends a new stream its position, and everything it missed since it connected. */
  begin(stream: LiveStream, reading: Reading): void {
    stream.write(eventText('changes', changesFor(reading, stream.person.rol), reading.snapshot))
    stream.seen = reading.snapshot
    const missed = stream.missed ?? []
    stream.missed = null
    for (const one of missed) sendTo(stream, one)
  }

  /** Sends what the hub has read to everybody who may receive it. The text is made once per role. */
  send(reading: Reading): void {
    const texts = new Map<number, string | null>()
    for (const stream of this.#streams) {
      const { rol } = stream.person
      if (stream.missed) stream.missed.push(reading)
      else if (stream.seen) sendTo(stream, reading)
      else {
        if (!texts.has(rol)) texts.set(rol, changesText(reading, rol))
        const text = texts.get(rol) ?? null
        if (text !== null) stream.write(text)
      }
    }
  }

  /** Sends people who have a record open who else has it open. */
  sendPresence(before: Present, after: Present): void {
    for (const record of changedRecords(before, after)) {
      const there = new Set((after.get(recordKey(record)) ?? []).map(({ id }) => id))
      for (const stream of this.#streams)
        if (there.has(stream.person.id)) stream.write(eventText('presence', presenceFor(after, record, stream.person.id)))
    }
  }

  beat(at: Snapshot): void {
    for (const stream of this.#streams) stream.beat(at)
  }

  /** Ends the streams of sessions that ended and of accounts whose role changed. Takes one query. */
  async recheck({ database, config, now }: AppContext): Promise<void> {
    const hashes = [...new Set([...this.#streams].map(({ person }) => person.sessionIdHash))]
    if (hashes.length === 0) return
    const rows = await database.orm
      .select({ idHash: sessions.idHash, rol: staff.rol, createdAt: sessions.createdAt, lastSeenAt: sessions.lastSeenAt })
      .from(sessions)
      .innerJoin(staff, eq(staff.id, sessions.staffId))
      .where(inArray(sessions.idHash, hashes))
    const { seenBefore, createdBefore } = sessionLimits(config, now())
    const alive = rows.filter(({ lastSeenAt, createdAt }) => lastSeenAt > seenBefore && createdAt > createdBefore)
    const roles = new Map(alive.map(({ idHash, rol }) => [idHash, rol]))
    for (const stream of this.#streams) {
      const { sessionIdHash, rol } = stream.person
      // This stream joined after the query started.
      if (!hashes.includes(sessionIdHash)) continue
      if (!roles.has(sessionIdHash)) this.#end(stream, 'session')
      else if (roles.get(sessionIdHash) !== rol) this.#end(stream, 'role')
    }
  }

  /** The server is stopping; consoles reconnect on their own. */
  close(): void {
    for (const stream of this.#streams) this.#end(stream)
  }
}

/** Leaves out what the stream got when it joined. */
function sendTo(stream: LiveStream, reading: Reading): void {
  const text = changesText(stream.seen ? { ...reading, changes: unseen(reading.changes, stream.seen) } : reading, stream.person.rol)
  if (text !== null) stream.write(text)
  if (stream.seen && stream.seen.xmax <= reading.snapshot.xmin) stream.seen = null
}

const unseen = (changes: readonly MergedChange[], seen: Snapshot) =>
  changes.filter(({ transactions }) => !transactions.every((transaction) => hasSeen(seen, transaction)))

/** A reading as `GET /live/changes` returns it, for a role. */
export function changesFor({ snapshot, behind, changes }: Reading, rol: number) {
  const visible = changes.map(({ change }) => change).filter(({ type }) => mayReceive(rol, type))
  return { position: positionOf(snapshot), behind, changes: visible }
}

/** @returns null if there is nothing to send */
function changesText(reading: Reading, rol: number): string | null {
  const visible = changesFor(reading, rol)
  return visible.behind || visible.changes.length > 0 ? eventText('changes', visible, reading.snapshot) : null
}
