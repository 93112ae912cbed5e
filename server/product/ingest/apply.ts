import { sql } from 'drizzle-orm'
import { type IngestOutcome, type IngestReference, type IngestResource, ingestReferences } from '../../../src/contract/ingest/resources.ts'
import type { Db } from '../../db/connect.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { type Candidate, compareStates } from './candidates.ts'
import { readKnownRecords, storeRecords } from './records.ts'
import { type Known, type Named, type Ready } from './rows.ts'
import { readKnownScans, storeScans } from './scans.ts'
import type { References } from './targets.ts'

export interface Outcome {
  result: IngestOutcome
  /** Each bad field with its reason, if it was refused. */
  details?: Record<string, string>
}

export interface Applied {
  /** By the candidate's index. */
  outcomes: Map<number, Outcome>
  /** New records, plus those that rows of this batch wait for: other rows may be waiting for them too. */
  awaited: Named[]
}

/**
 * Stores a batch of one resource in the caller's transaction. Rows may arrive in any order: the newest state wins,
 * except for fields that staff changed later. A row whose referenced record is missing waits for it.
 * @param now unix seconds
 */
export async function applyRows(tx: Db, resource: IngestResource, candidates: readonly Candidate[], now: number): Promise<Applied> {
  const outcomes = new Map<number, Outcome>()
  const references = ingestReferences[resource]
  const found = await findReferenced(tx, references, candidates)
  const isScans = resource === 'daily-scans'
  const resolve = (candidate: Candidate) => resolved(references, candidate, found)
  const known = isScans ? await readKnownScans(tx, candidates, resolve) : await readKnownRecords(tx, resource, candidates)

  const ready: Ready[] = []
  const waiting: (Candidate & { needs: Named })[] = []
  for (const [id, states] of statesByRecord(candidates)) {
    const stored = known.get(id)
    let latest: Candidate | null = null
    for (const candidate of states) {
      const { refs, missing, isStorable } = resolve(candidate)
      const verdict = latest ? (compareStates(candidate, latest) === 0 ? 'same' : 'older') : verdictOn(candidate, stored)
      if (verdict !== null) outcomes.set(candidate.index, { result: verdict })
      else if (missing) waiting.push({ ...candidate, needs: missing })
      if (verdict === null && isStorable) {
        ready.push({ ...candidate, refs, known: stored })
        latest = candidate
      } else if (verdict === null) outcomes.set(candidate.index, { result: 'waiting' })
    }
  }
  const { refused, older } = isScans
    ? { refused: await storeScans(tx, ready), older: new Set<number>() }
    : await storeRecords(tx, resource, ready, candidates)
  for (const { index, known: stored } of ready) {
    const details = refused.get(index)
    const result = older.has(index) ? 'older' : stored?.state ? 'changed' : 'new'
    outcomes.set(index, details ? { result: 'refused', details } : { result })
  }
  const isDone = ({ index, isReleased }: Candidate) => {
    const result = outcomes.get(index)?.result ?? ''
    return isReleased ? result !== 'refused' : result === 'new' || result === 'changed' || older.has(index)
  }
  await endWaiting(tx, resource, candidates.filter(isDone))
  await keepWaiting(tx, resource, waiting, now)
  const isNew = ({ index }: Candidate) => outcomes.get(index)?.result === 'new'
  return {
    outcomes,
    awaited: [...ready.filter(isNew).map(({ externalId: id }) => ({ resource, id })), ...waiting.map(({ needs }) => needs)],
  }
}

/** The states of each record, latest first. If one has to wait, an earlier one may be stored until then. */
function statesByRecord(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const byRecord = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const others = byRecord.get(candidate.externalId)
    if (others) others.push(candidate)
    else byRecord.set(candidate.externalId, [candidate])
  }
  for (const states of byRecord.values()) if (states.length > 1) states.sort((a, b) => compareStates(b, a))
  return byRecord
}

/** @returns null if the state has to be stored */
function verdictOn(candidate: Candidate, known: Known | undefined): IngestOutcome | null {
  if (known?.isGone) return 'older'
  if (!known?.state) return null
  const order = compareStates(candidate, known.state)
  if (order < 0) return 'older'
  return order === 0 && !candidate.isReleased ? 'same' : null
}

const nameOf = ({ resource, id }: Named) => `${resource} ${id}`

/** The numbers of all records that the rows refer to. Null: deleted for good. */
export async function findReferenced(
  tx: Db,
  references: readonly IngestReference[],
  candidates: readonly Candidate[],
): Promise<Map<string, number | null>> {
  const named = new Map<string, Named>()
  for (const { row } of candidates)
    for (const { field, to } of references) {
      const id = row[field]
      if (typeof id === 'string') named.set(nameOf({ resource: to, id }), { resource: to, id })
    }
  if (named.size === 0) return new Map()
  const wanted = [...named.values()]
  const { rows } = await tx.execute<{ resource: IngestResource; id: string; number: number; gone: boolean }>(sql`
    select e.resource, e.external_id as id, e.record_id as number, e.resource = 'folders' and e.deleted_at is not null as gone
    from unnest(${sql.param(wanted.map(({ resource }) => resource))}::text[], ${sql.param(wanted.map(({ id }) => id))}::text[]) as i(resource, id)
    cross join lateral (select * from external_records e where e.resource = i.resource and e.external_id = i.id offset 0) e
    where e.updated_at is not null and e.record_id is not null or e.resource = 'folders' and e.deleted_at is not null`)
  return new Map(rows.map(({ number, gone, ...record }) => [nameOf(record), gone ? null : number]))
}

interface Resolved {
  refs: References
  /** The first referenced record that has not arrived. */
  missing: Named | null
  /** Whether the row can be stored before the missing record arrives. */
  isStorable: boolean
}

export function resolved(references: readonly IngestReference[], { row }: Candidate, found: ReadonlyMap<string, number | null>): Resolved {
  const refs: Record<string, number | null> = {}
  let missing: Named | null = null
  let isStorable = true
  for (const { field, to, required } of references) {
    const id = row[field]
    refs[field] = null
    if (typeof id !== 'string') continue
    const number = found.get(nameOf({ resource: to, id }))
    if (number === undefined) {
      if (isStorable) missing = { resource: to, id }
      if (required) isStorable = false
    } else refs[field] = number
  }
  return { refs, missing, isStorable }
}

/** Keeps only the latest of a row's states that wait for the same record. */
async function keepWaiting(tx: Db, resource: IngestResource, rows: readonly (Candidate & { needs: Named })[], now: number): Promise<void> {
  if (rows.length === 0) return
  // Daily scans of two moments may have one digest.
  const once = new Map(rows.map((row) => [`${row.at} ${row.digest} ${row.externalId}`, row]))
  const given = [...once.values()].map(({ externalId: id, at, digest, row, needs }) => ({
    id,
    at,
    digest,
    row,
    needs: needs.resource,
    needs_id: needs.id,
  }))
  await tx.execute(sql`
    insert into waiting_rows (resource, external_id, row, updated_at, digest, needs_resource, needs_id, since)
    select ${resource}, i.id, i.row, i.at, i.digest, i.needs, i.needs_id, ${now}::bigint
    from ${jsonRows(given, 'id text, at bigint, digest uuid, row jsonb, needs text, needs_id text')} order by i.id
    on conflict (resource, external_id, updated_at, digest) do update
      set needs_resource = excluded.needs_resource, needs_id = excluded.needs_id, refused = null`)
  const ids = given.map(({ id }) => ({ id }))
  await tx.execute(sql`
    delete from waiting_rows w using ${jsonRows(ids, 'id text')}
    join waiting_rows later on later.resource = ${resource} and later.external_id = i.id
    where w.resource = ${resource} and w.external_id = i.id and (w.needs_resource, w.needs_id) = (later.needs_resource, later.needs_id)
      and (w.updated_at, w.digest) < (later.updated_at, later.digest)`)
}

/** A cheap check that spares most batches sending their ids: rows rarely wait. */
export async function doesAnyWait(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ any: boolean }>(sql`select exists (select from waiting_rows) as any`)
  return rows[0]?.any === true
}

/** Removes rows from the waiting list, with earlier states of the same records: this state or a later one is stored. */
export async function endWaiting(tx: Db, resource: IngestResource, rows: readonly Candidate[]): Promise<void> {
  if (rows.length === 0 || !(await doesAnyWait(tx))) return
  const done = rows.map(({ externalId: id, at, digest }) => ({ id, at, digest }))
  await tx.execute(sql`
    delete from waiting_rows w using ${jsonRows(done, 'id text, at bigint, digest uuid')}
    where w.resource = ${resource} and w.external_id = i.id and (w.updated_at, w.digest) <= (i.at, i.digest)`)
}
