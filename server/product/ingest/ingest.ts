import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { type IngestReply, type IngestResource, ingestResources } from '../../../src/contract/ingest/resources.ts'
import type { Database, Orm } from '../../db/connect.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { applyRows, doesAnyWait, type Outcome } from './apply.ts'
import { type Candidate, isCandidate, readRow } from './candidates.ts'
import { storeFresh } from './fresh.ts'
import { type Named } from './rows.ts'

/** Rows per transaction. The embedded database serves nobody else during a transaction. */
const rowsAtOnce = { postgres: 1000, embedded: 250 } as const

/** What ingest needs from the database. */
export interface IngestDatabase {
  kind: Database['kind']
  orm: Orm
  /** A PostgreSQL pool, set by imports. Most of their rows are new, and COPY inserts those faster. */
  copying?: pg.Pool
}

/**
 * Stores the valid rows of one resource and refuses the others with a reason per field. Rows may arrive in any
 * order and more than once. Also stores rows that waited for one of these.
 * @param now unix seconds
 * @returns the outcome of each row, in order
 */
export async function ingestRows(
  database: IngestDatabase,
  resource: IngestResource,
  rows: readonly unknown[],
  now: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const good: Candidate[] = []
  for (const [index, row] of rows.entries()) {
    const read = readRow(resource, index, row, now)
    if (isCandidate(read)) good.push(read)
    else outcomes[index] = { result: 'refused', details: read }
  }
  const size = database.copying ? good.length : rowsAtOnce[database.kind]
  for (let from = 0; from < good.length; from += size)
    for (const [index, outcome] of await ingestBatch(database, resource, good.slice(from, from + size), now)) outcomes[index] = outcome
  return outcomes
}

async function ingestBatch(
  database: IngestDatabase,
  resource: IngestResource,
  candidates: readonly Candidate[],
  now: number,
): Promise<Map<number, Outcome>> {
  const fresh = database.copying ? await freshOnes(database.copying, resource, candidates) : []
  const awaited = fresh.map(({ externalId: id }): Named => ({ resource, id }))
  const outcomes = new Map(fresh.map(({ index }): [number, Outcome] => [index, { result: 'new' }]))
  const others = fresh.length === 0 ? candidates : candidates.filter(({ index }) => !outcomes.has(index))
  if (others.length > 0) {
    const applied = await again(() => database.orm.transaction((tx) => applyRows(tx, resource, others, now)))
    for (const [index, outcome] of applied.outcomes) outcomes.set(index, outcome)
    awaited.push(...applied.awaited)
  }
  // After the commit: whichever comes later, the waiting row or the record it waits for, then sees the other.
  await releaseWaiting(database, now, awaited)
  return outcomes
}

/** Empty if another writer was faster: the usual path then finds out which rows it was. */
async function freshOnes(pool: pg.Pool, resource: IngestResource, candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  try {
    return await storeFresh(pool, resource, candidates)
  } catch (error) {
    if (isPassing(error)) return []
    throw error
  }
}

/** Errors that concurrent transactions cause each other: deadlock, serialization failure, a taken id or URI, a removed record. */
const passing: ReadonlySet<unknown> = new Set(['40P01', '40001', '23505', '23503'])
const maxAttempts = 5

async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries >= maxAttempts || !isPassing(error)) throw error
    }
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && (passing.has((error as Error & { code?: unknown }).code) || isPassing(error.cause))
}

/** Waiting rows that are stored in one transaction. */
const releasedAtOnce = 250

/**
 * Stores rows whose missing record has arrived.
 * @param records only rows that wait for these; by default, all rows that no longer need to wait
 */
export async function releaseWaiting(database: IngestDatabase, now: number, records?: readonly Named[]): Promise<void> {
  if (records?.length === 0 || !(await doesAnyWait(database.orm))) return
  for (;;) {
    const { rows } = await database.orm.execute<Pick<Candidate, keyof Candidate> & { resource: IngestResource }>(sql`
      select w.resource, w.external_id as "externalId", w.row, w.updated_at as at, replace(w.digest::text, '-', '') as digest
      from waiting_rows w join external_records e on e.resource = w.needs_resource and e.external_id = w.needs_id
      where ${records ? sql`(w.needs_resource, w.needs_id) in (select i.resource, i.id from ${jsonRows(records, 'resource text, id text')})` : sql`true`}
        and (e.updated_at is not null and e.record_id is not null or e.resource = 'folders' and e.deleted_at is not null)
        and w.refused is null
      order by w.resource, w.external_id limit ${releasedAtOnce}`)
    if (rows.length === 0) return
    for (const resource of ingestResources) {
      const due = rows.filter((row) => row.resource === resource)
      if (due.length === 0) continue
      const candidates = due.map((row, index) => ({ ...row, index, isReleased: true as const }))
      const outcomes = await ingestBatch(database, resource, candidates, now)
      // The row is refused now because its URI is taken. Its caller is gone, so it is kept for staff.
      await keepRefused(database.orm, resource, candidates, outcomes)
    }
  }
}

async function keepRefused(
  orm: Orm,
  resource: IngestResource,
  candidates: readonly Candidate[],
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<void> {
  const refused = candidates.flatMap(({ index, externalId: id, digest }) => {
    const outcome = outcomes.get(index)
    return outcome?.result === 'refused' ? [{ id, digest, reason: outcome.details ?? {} }] : []
  })
  if (refused.length === 0) return
  await orm.execute(sql`
    update waiting_rows w set refused = i.reason from ${jsonRows(refused, 'id text, digest uuid, reason jsonb')}
    where w.resource = ${resource} and w.external_id = i.id and w.digest = i.digest`)
}

/** Sums up the outcomes of a call. */
export function replyOf(rows: readonly unknown[], outcomes: readonly Outcome[]): IngestReply {
  const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length
  return {
    new: count('new'),
    changed: count('changed'),
    same: count('same'),
    older: count('older'),
    waiting: count('waiting'),
    refused: outcomes.flatMap(({ result, details }, index) =>
      result === 'refused' ? [{ index, externalId: idIn(rows[index]), details: details ?? {} }] : [],
    ),
  }
}

function idIn(row: unknown): string | null {
  const id = typeof row === 'object' && row !== null && 'externalId' in row ? row.externalId : null
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : null
}

/**
 * Updates the counts in the list of resources.
 * @param newest unix seconds of the latest state; null if no row was valid
 */
export async function countIngest(
  orm: Orm,
  resource: IngestResource,
  { rows, refused, newest }: { rows: number; refused: number; newest: number | null },
  now: number,
) {
  await orm.execute(sql`
    insert into ingest_counts as c (resource, last_at, newest_at, rows, refused) values (${resource}, ${now}::bigint, ${newest}::bigint, ${rows}, ${refused})
    on conflict (resource) do update set last_at = greatest(c.last_at, excluded.last_at), newest_at = greatest(c.newest_at, excluded.newest_at),
      rows = c.rows + excluded.rows, refused = c.refused + excluded.refused`)
}
