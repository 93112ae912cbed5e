import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { IngestResource } from '../../../src/contract/ingest/resources.ts'
import type { Db } from '../../db/connect.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { idFromText } from '../../db/list/list.ts'
import { customerSearchColumns } from '../../resources/customers/search-columns.ts'
import type { Candidate } from './candidates.ts'
import { forgetAgain } from './forget-again.ts'
import { noteUris, takenUris } from './qr-uris.ts'
import { type Known, type Ready, type Write } from './rows.ts'
import { withStaffChanges } from './staff-changes.ts'
import { type Target, targets } from './targets.ts'

export type RecordResource = Exclude<IngestResource, 'daily-scans'>

/** What is stored about the candidates' records, by id. */
export async function readKnownRecords(tx: Db, resource: RecordResource, candidates: readonly Candidate[]): Promise<Map<string, Known>> {
  const { isFinal = false } = targets[resource]
  const { rows } = await tx.execute<{ id: string; number: number | null; at: number | null; digest: string; deletedAt: number | null }>(sql`
    select e.external_id as id, e.record_id as number, e.updated_at as at, replace(e.digest::text, '-', '') as digest, e.deleted_at as "deletedAt"
    from ${jsonRows(
      candidates.map(({ externalId: id }) => ({ id })),
      'id text',
    )}
    join external_records e on e.resource = ${resource} and e.external_id = i.id`)
  return new Map(
    rows.map(({ id, number, at, digest, deletedAt }) => [
      id,
      { state: at === null ? null : { at, digest }, number, isGone: isFinal && deletedAt !== null },
    ]),
  )
}

/**
 * Stores records whose references all exist.
 * @param all every row of the batch, older states included: their URIs are used too
 * @returns the refused rows by index: each bad field with its reason; and the rows that changed nothing, as their record was removed or had a
 * later state by then
 */
export async function storeRecords(
  tx: Db,
  resource: RecordResource,
  ready: readonly Ready[],
  all: readonly Candidate[],
): Promise<{ refused: Map<number, Record<string, string>>; older: ReadonlySet<number> }> {
  const target = targets[resource]
  const refused = await takenNumbers(tx, resource, ready)
  if (resource === 'qrs') for (const [index, uri] of await takenUris(tx, ready)) refused.set(index, { uri, ...refused.get(index) })
  const good = ready.filter(({ index }) => !refused.has(index))
  const numbers = await numbersFor(tx, target, good)
  const recorded = await record(tx, resource, good, numbers)
  const writes = good.flatMap((candidate): Write[] => {
    const entry = recorded.get(candidate.externalId)
    // A later state has been stored in the meantime.
    if (!entry) return []
    const { at, row, refs, index } = candidate
    const deletedAt = entry.deletedAt !== null && entry.deletedAt >= at ? entry.deletedAt : null
    if (deletedAt !== null && !target.staysDeleted) return []
    const isNumbered = numbers.get(candidate) === entry.number && entry.number !== null
    return [{ index, number: entry.number, isNumbered, at, columns: target.columns({ row: row as never, refs, at, deletedAt }) }]
  })
  if (resource === 'qrs') await noteUris(tx, all)
  const complete = target.audited ? await withStaffChanges(tx, target, target.audited, writes) : writes
  if (resource === 'customers') for (const write of complete) addSearchColumns(write)
  await upsert(tx, target, complete)
  await forgetAgain(tx, resource, complete, good)
  const stored = new Set(writes.map(({ index }) => index))
  return { refused, older: new Set(good.map(({ index }) => index).filter((index) => !stored.has(index))) }
}

export function addSearchColumns({ number, columns }: Pick<Write, 'number' | 'columns'>): void {
  Object.assign(columns, customerSearchColumns({ ...(columns as unknown as Parameters<typeof customerSearchColumns>[0]), id: number ?? 0 }))
}

/** New records whose own number was already given to another record. */
async function takenNumbers(tx: Db, resource: RecordResource, ready: readonly Ready[]): Promise<Map<number, Record<string, string>>> {
  const numbered = ready.flatMap(({ index, known, externalId }) => {
    const number = known?.number ? null : idFromText(externalId)
    return number === null ? [] : [{ index, number }]
  })
  if (numbered.length === 0) return new Map()
  const { rows } = await tx.execute<{ index: number; other: string }>(sql`
    select i.index, e.external_id as other from ${jsonRows(numbered, 'index int, number int')}
    join external_records e on e.resource = ${resource} and e.record_id = i.number and e.record_id::text <> e.external_id`)
  return new Map(rows.map(({ index, other }) => [index, { externalId: `This number was given to ${other}, whose id is no number.` }]))
}

/** Numbers for new records whose ids are not numbers. Files have none. */
export async function numbersFor(tx: Db, { table, key }: Target, ready: readonly Ready[]): Promise<Map<Candidate, number>> {
  const due = key[0] === 'id' ? ready.filter(({ known, externalId }) => !known?.number && idFromText(externalId) === null) : []
  if (due.length === 0) return new Map()
  const name = getTableName(table)
  // Above all numbers that the product uses, including those of this batch.
  const highest = ready.reduce((max, { externalId }) => Math.max(max, idFromText(externalId) ?? 0), 0)
  await tx.execute(sql`
    select setval(sequence.name, known.highest) from (select pg_get_serial_sequence(${name}, 'id')::regclass as name) sequence,
      (select greatest(max(id), ${highest}::int) as highest from ${sql.identifier(name)}) known
    where known.highest > coalesce(pg_sequence_last_value(sequence.name), 0)`)
  const { rows } = await tx.execute<{ number: number }>(
    sql`select nextval(pg_get_serial_sequence(${name}, 'id'))::int as number from generate_series(1, ${due.length}::int)`,
  )
  return new Map(due.map((candidate, place) => [candidate, rows[place]?.number ?? 0]))
}

type Recorded = { number: number | null; deletedAt: number | null }

/**
 * Saves the states that are about to be stored, and locks their entries until the transaction ends.
 * @returns the entries by id, without those that already have a later state
 */
async function record(
  tx: Db,
  resource: RecordResource,
  good: readonly Ready[],
  numbers: ReadonlyMap<Candidate, number>,
): Promise<Map<string, Recorded>> {
  if (good.length === 0) return new Map()
  const hasNumber = targets[resource].key[0] === 'id'
  const entries = good.map((candidate) => {
    const { externalId: id, at, digest, known, isReleased = false } = candidate
    const number = hasNumber ? (known?.number ?? numbers.get(candidate) ?? idFromText(id)) : null
    return { id, number, at, digest, again: isReleased }
  })
  const { rows } = await tx.execute<Recorded & { id: string }>(sql`
    with i as materialized (select * from ${jsonRows(entries, 'id text, number int, at bigint, digest uuid, again boolean')})
    insert into external_records as e (resource, external_id, record_id, updated_at, digest)
    select ${resource}, i.id, i.number, i.at, i.digest from i order by i.id
    on conflict (resource, external_id) do update set updated_at = excluded.updated_at, digest = excluded.digest,
      record_id = coalesce(e.record_id, excluded.record_id)
    where (e.updated_at is null or (excluded.updated_at, excluded.digest) > (e.updated_at, e.digest)
        or ((excluded.updated_at, excluded.digest) = (e.updated_at, e.digest) and (select i.again from i where i.id = e.external_id)))
      and not (${targets[resource].isFinal === true} and e.deleted_at is not null)
    returning e.external_id as id, e.record_id as number, e.deleted_at as "deletedAt"`)
  return new Map(rows.map(({ id, ...entry }) => [id, entry]))
}

/** Writes rows in one statement, and newly numbered ones in another: these must not overwrite existing rows. */
async function upsert(tx: Db, { table, key, updates = {} }: Target, writes: readonly Write[]): Promise<void> {
  const fresh = writes.filter(({ isNumbered }) => isNumbered)
  const others = writes.filter(({ isNumbered }) => !isNumbered)
  for (const [some, onConflict] of [
    [fresh, false],
    [others, true],
  ] as const) {
    const [first] = some
    if (!first) continue
    const known = getTableColumns(table)
    const fields = Object.keys(first.columns).map((field) => [field, known[field]?.name ?? field] as const)
    const rows = some.map(({ number, columns }) => {
      // Plain loops: this is the most frequently run code of an ingest.
      const row: Record<string, unknown> = number === null ? {} : { id: number }
      for (const [field, name] of fields) row[name] = columns[field]
      return row
    })
    const all = [...(first.number === null ? [] : ['id']), ...fields.map(([, name]) => name)]
    const list = sql.raw(all.map((name) => `"${name}"`).join(', '))
    const set = all.filter((name) => !key.includes(name)).map((name) => `"${name}" = ${updates[name] ?? `excluded."${name}"`}`)
    const target = sql.identifier(getTableName(table))
    await tx.execute(sql`
      insert into ${target} as t (${list}) select ${list} from json_populate_recordset(null::${target}, ${JSON.stringify(rows)}::json)
      order by ${sql.raw(key.join(', '))}
      ${onConflict ? sql.raw(`on conflict (${key.join(', ')}) do update set ${set.join(', ')}`) : sql``}`)
  }
}
