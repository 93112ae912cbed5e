import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { activities, LiveActivity, Presence, PresenceRecord } from '../../../src/contract/live.ts'
import type { Db } from '../../db/connect.ts'
import { presence } from '../../db/schema/live.ts'
import { sessions, staff } from '../../db/schema/staff.ts'
import type { SignedIn } from '../../http/access/session.ts'

/** Seconds. Slightly less than the contract's thirty: checking takes time too. */
const lapse = 27

/** Tabs per session that count; the oldest ones are forgotten. */
const maxTabs = 20

/** If somebody has a record open twice, the strongest activity is shown. */
const strength: Record<(typeof activities)[number], number> = { viewing: 0, 'writing-note': 1, editing: 2, refunding: 3 }

type Person = Presence['people'][number]

/** Who has which record open, by `recordKey`. */
export type Present = Map<string, Person[]>

export const recordKey = ({ type, id }: PresenceRecord) => `${type}:${id}`

interface Tab {
  tab: string
  record: PresenceRecord
  activity: LiveActivity
}

/**
 * Saves what a tab has open.
 * @param now unix seconds
 * @returns whether others have to be told
 */
export async function notePresence(db: Db, person: SignedIn, { tab, record, activity }: Tab, now: number): Promise<boolean> {
  // The session may have been ended elsewhere by now; then nothing is saved.
  const { rows } = await db.execute<{ isNew: boolean; isKnown: boolean }>(sql`
    with known as (
        select * from ${presence} where session_id_hash = ${person.sessionIdHash} and tab = ${tab}),
      session as (select id_hash, staff_id from ${sessions} where id_hash = ${person.sessionIdHash} for key share),
      noted as (
        insert into ${presence} (session_id_hash, tab, staff_id, type, record_id, activity, since, seen_at)
        select id_hash, ${tab}, staff_id, ${record.type}, ${record.id}::int, ${activity}, ${now}::bigint, ${now}::bigint from session
        on conflict (session_id_hash, tab) do update set
          type = excluded.type, record_id = excluded.record_id, activity = excluded.activity, seen_at = excluded.seen_at,
          since = case when presence.type = excluded.type and presence.record_id = excluded.record_id
            and presence.seen_at > excluded.seen_at - ${lapse}::int then presence.since else excluded.since end
        returning *)
    select known.tab is null as "isNew",
      (known.type, known.record_id, known.activity, known.since) is not distinct from
        (noted.type, noted.record_id, noted.activity, noted.since) as "isKnown"
    from noted left join known on true`)
  const [found] = rows
  if (found?.isNew) await forgetTabs(db, person.sessionIdHash)
  return found !== undefined && !found.isKnown
}

async function forgetTabs(db: Db, sessionIdHash: string): Promise<void> {
  await db.execute(sql`
    delete from ${presence} where session_id_hash = ${sessionIdHash} and tab in (
      select tab from ${presence} where session_id_hash = ${sessionIdHash} order by seen_at desc, tab offset ${maxTabs})`)
}

/** @returns whether the tab had something open */
export async function leavePresence(db: Db, { sessionIdHash }: SignedIn, tab: string): Promise<boolean> {
  const gone = await db
    .delete(presence)
    .where(and(eq(presence.sessionIdHash, sessionIdHash), eq(presence.tab, tab)))
    .returning({ tab: presence.tab })
  return gone.length > 0
}

/**
 * Who has which record open; or only who has this one open.
 * @param now unix seconds
 */
export async function readPresence(db: Db, now: number, record?: PresenceRecord): Promise<Present> {
  const ofRecord = record ? and(eq(presence.type, record.type), eq(presence.recordId, record.id)) : undefined
  const rows = await db
    .select({
      type: presence.type,
      recordId: presence.recordId,
      id: staff.id,
      name: staff.name,
      activity: presence.activity,
      since: presence.since,
    })
    .from(presence)
    .innerJoin(staff, eq(staff.id, presence.staffId))
    .where(and(gt(presence.seenAt, now - lapse), ofRecord))
    .orderBy(presence.type, presence.recordId, staff.id)
  const present: Present = new Map()
  for (const { type, recordId, ...person } of rows) {
    const key = recordKey({ type, id: recordId })
    present.set(key, together(present.get(key) ?? [], person))
  }
  return present
}

function together(people: Person[], person: Person): Person[] {
  const known = people.find(({ id }) => id === person.id)
  if (!known) return [...people, person]
  if (strength[person.activity] > strength[known.activity]) known.activity = person.activity
  known.since = Math.min(known.since, person.since)
  return people
}

/** What one person sees: everybody but themselves. */
export function presenceFor(present: Present, record: PresenceRecord, staffId: number): Presence {
  return { ...record, people: (present.get(recordKey(record)) ?? []).filter(({ id }) => id !== staffId) }
}

/** Records whose presence differs between the two. */
export function changedRecords(before: Present, after: Present): PresenceRecord[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  const isSame = (key: string) => JSON.stringify(before.get(key)) === JSON.stringify(after.get(key))
  return keys
    .filter((key) => !isSame(key))
    .map((key) => {
      const [type, id] = key.split(':')
      return { type: type as PresenceRecord['type'], id: Number(id) }
    })
}

/** @param now unix seconds */
export async function deleteLapsed(db: Db, now: number): Promise<void> {
  await db.delete(presence).where(lte(presence.seenAt, now - lapse))
}
