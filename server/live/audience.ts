import { eq, inArray } from 'drizzle-orm'
import { mayHear } from '../../src/contract/live.ts'
import type { AppContext } from '../context.ts'
import { sessions, staff } from '../db/schema/staff.ts'
import { sessionLimits } from '../http/session.ts'
import { changedRecords, presenceFor, type Present, recordKey } from './presence.ts'
import type { ToldChange } from './merge.ts'
import { hasSeen, positionOf, type Snapshot } from './position.ts'
import type { Reading } from './read.ts'
import { eventText, type LiveStream } from './stream.ts'

/** Streams of one account on one server; the oldest has to go. */
const mostPerAccount = 6

/** The consoles that listen to this server. */
export class Audience {
  readonly #streams = new Set<LiveStream>()

  get size(): number {
    return this.#streams.size
  }

  add(stream: LiveStream): void {
    this.#streams.add(stream)
    stream.body.once('close', () => this.#streams.delete(stream))
    const ofAccount = [...this.#streams].filter(({ person }) => person.id === stream.person.id)
    for (const oldest of ofAccount.slice(0, -mostPerAccount)) this.#end(oldest, 'too-many')
  }

  #end(stream: LiveStream, reason?: Parameters<LiveStream['end']>[0]): void {
    this.#streams.delete(stream)
    stream.end(reason)
  }

  /** Tells a new stream where it is, and what came meanwhile. */
  begin(stream: LiveStream, reading: Reading): void {
    stream.write(eventText('changes', changesFor(reading, stream.person.rol), reading.snapshot))
    stream.heard = reading.snapshot
    const missed = stream.missed ?? []
    stream.missed = null
    for (const one of missed) tellOne(stream, one)
  }

  /** What the hub has read, to whoever may hear it; put into words once for all of a role. */
  tell(reading: Reading): void {
    const texts = new Map<number, string | null>()
    for (const stream of this.#streams) {
      const { rol } = stream.person
      if (stream.missed) stream.missed.push(reading)
      else if (stream.heard) tellOne(stream, reading)
      else {
        if (!texts.has(rol)) texts.set(rol, changesText(reading, rol))
        const text = texts.get(rol) ?? null
        if (text !== null) stream.write(text)
      }
    }
  }

  /** Who else has a record open, to those who have it open too. */
  tellPresence(before: Present, after: Present): void {
    for (const record of changedRecords(before, after)) {
      const there = new Set((after.get(recordKey(record)) ?? []).map(({ id }) => id))
      for (const stream of this.#streams)
        if (there.has(stream.person.id)) stream.write(eventText('presence', presenceFor(after, record, stream.person.id)))
    }
  }

  beat(at: Snapshot): void {
    for (const stream of this.#streams) stream.beat(at)
  }

  /** Ends the streams of sessions that have ended, and of accounts whose role has changed; in one statement. */
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
      // One that came since is not among them.
      if (!hashes.includes(sessionIdHash)) continue
      if (!roles.has(sessionIdHash)) this.#end(stream, 'session')
      else if (roles.get(sessionIdHash) !== rol) this.#end(stream, 'role')
    }
  }

  /** The server stops: consoles come back by themselves. */
  close(): void {
    for (const stream of this.#streams) this.#end(stream)
  }
}

/** Leaves out what the stream was told when it came. */
function tellOne(stream: LiveStream, reading: Reading): void {
  const text = changesText(stream.heard ? { ...reading, changes: unheard(reading.changes, stream.heard) } : reading, stream.person.rol)
  if (text !== null) stream.write(text)
  if (stream.heard && stream.heard.xmax <= reading.snapshot.xmin) stream.heard = null
}

const unheard = (changes: readonly ToldChange[], heard: Snapshot) =>
  changes.filter(({ transactions }) => !transactions.every((transaction) => hasSeen(heard, transaction)))

/** As `GET /live/changes` answers it, for a role. */
export function changesFor({ snapshot, behind, changes }: Reading, rol: number) {
  const heard = changes.map(({ change }) => change).filter(({ type }) => mayHear(rol, type))
  return { position: positionOf(snapshot), behind, changes: heard }
}

/** @returns null if there is nothing to tell */
function changesText(reading: Reading, rol: number): string | null {
  const told = changesFor(reading, rol)
  return told.behind || told.changes.length > 0 ? eventText('changes', told, reading.snapshot) : null
}
