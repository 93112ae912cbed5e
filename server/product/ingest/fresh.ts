import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type IngestResource, type IngestRow, ingestReferences } from '../../../src/contract/ingest/resources.ts'
import type { Db } from '../../db/connect.ts'
import { copyRows } from '../../db/copy.ts'
import { idFromText } from '../../db/list/list.ts'
import { externalRecords } from '../../db/schema/ingest.ts'
import { qrDailyScans } from '../../db/schema/qrs.ts'
import { endWaiting, findReferenced, resolved } from './apply.ts'
import type { Candidate } from './candidates.ts'
import { forgetAgain } from './forget-again.ts'
import { addSearchColumns, numbersFor, type RecordResource } from './records.ts'
import { type Ready } from './rows.ts'
import { targets } from './targets.ts'

/**
 * Stores the rows of a batch whose record is new and whose references exist. Uses COPY, which costs half as much
 * as an upsert. PostgreSQL only.
 * @returns the rows that were stored; store the others with `applyRows`
 * @throws the database's error if another writer stored one of them first; nothing is stored then
 */
export async function storeFresh(pool: pg.Pool, resource: IngestResource, candidates: readonly Candidate[]): Promise<readonly Ready[]> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('BEGIN')
    const tx = drizzle(client)
    const fresh = await findFresh(tx, resource, candidates)
    if (resource === 'daily-scans') await copyScans(client, fresh)
    else await copyRecords(client, tx, resource, fresh)
    await endWaiting(tx, resource, fresh)
    await client.query('COMMIT')
    return fresh
  } catch (error) {
    // The connection's state is unknown; closing it rolls back.
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}

/** Rows that can be inserted right away: their record is neither stored nor twice in the batch, and their references exist. */
async function findFresh(tx: Db, resource: IngestResource, candidates: readonly Candidate[]): Promise<Ready[]> {
  const references = ingestReferences[resource]
  const found = await findReferenced(tx, references, candidates)
  const times = new Map<string, number>()
  for (const { externalId } of candidates) times.set(externalId, (times.get(externalId) ?? 0) + 1)
  const fresh: Ready[] = []
  for (const candidate of candidates) {
    if (times.get(candidate.externalId) !== 1) continue
    const { refs, missing } = resolved(references, candidate, found)
    if (missing === null) fresh.push({ ...candidate, refs, known: undefined })
  }
  const taken = resource === 'daily-scans' ? await storedScans(tx, fresh) : await storedRecords(tx, resource, fresh)
  return taken.size === 0 ? fresh : fresh.filter((_, place) => !taken.has(place))
}

/** Positions of rows whose record is already known by its id, number or URI. */
async function storedRecords(tx: Db, resource: RecordResource, fresh: readonly Ready[]): Promise<Set<number>> {
  const ids = fresh.map(({ externalId }) => externalId)
  const numbers = ids.map(idFromText)
  const uris = resource === 'qrs' ? fresh.map(({ row }) => row['uri']) : []
  // Lateral, so that each row is looked up by index: the planner's statistics are stale for tables that grow this quickly.
  const { rows } = await tx.execute<{ place: number }>(sql`
    select i.place - 1 as place
    from unnest(${sql.param(ids)}::text[], ${sql.param(numbers)}::int[], ${sql.param(uris)}::text[]) with ordinality as i(id, number, uri, place)
    cross join lateral (
      select from external_records e where e.resource = ${resource} and e.external_id = i.id
      union all select from external_records e where e.resource = ${resource} and e.record_id = i.number and e.record_id::text <> e.external_id
      union all select from qrs q where q.uri = i.uri
      union all select from used_uris u where u.uri = i.uri
      limit 1) stored`)
  return new Set(rows.map(({ place }) => place))
}

async function storedScans(tx: Db, fresh: readonly Ready[]): Promise<Set<number>> {
  const qrs = fresh.map(({ refs }) => refs['qr'])
  const days = fresh.map(({ row }) => row['day'])
  const { rows } = await tx.execute<{ place: number }>(sql`
    select i.place - 1 as place from unnest(${sql.param(qrs)}::int[], ${sql.param(days)}::date[]) with ordinality as i(qr, day, place)
    cross join lateral (select from qr_daily_scans s where s.qr_id = i.qr and s.day = i.day limit 1) stored`)
  return new Set(rows.map(({ place }) => place))
}

async function copyRecords(client: pg.PoolClient, tx: Db, resource: RecordResource, fresh: readonly Ready[]): Promise<void> {
  const target = targets[resource]
  const numbers = await numbersFor(tx, target, fresh)
  const hasNumber = target.key[0] === 'id'
  const entries: Record<string, unknown>[] = []
  const rows: Record<string, unknown>[] = []
  for (const candidate of fresh) {
    const { externalId, at, digest, row, refs } = candidate
    const number = hasNumber ? (numbers.get(candidate) ?? idFromText(externalId)) : null
    entries.push({ resource, externalId, recordId: number, updatedAt: at, digest })
    const columns = target.columns({ row: row as never, refs, at, deletedAt: null })
    if (resource === 'customers') addSearchColumns({ number, columns })
    rows.push(number === null ? columns : Object.assign(columns, { id: number }))
  }
  await copyRows(client, externalRecords, entries)
  await copyRows(client, target.table, rows)
  await forgetAgain(tx, resource, [], fresh)
}

function copyScans(client: pg.PoolClient, fresh: readonly Ready[]): Promise<void> {
  const rows = fresh.map(({ refs, at, row }) => {
    const { day, scans, visits } = row as IngestRow<'daily-scans'>
    return { qrId: refs['qr'], day, scans, visits, updatedAt: at }
  })
  return copyRows(client, qrDailyScans, rows)
}
