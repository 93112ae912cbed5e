import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { idFromText } from '../../db/list/list.ts'
import type { Candidate } from './candidates.ts'
import { type Ready } from './rows.ts'

/**
 * Finds QR codes whose URI belongs, or once belonged, to another one (ruling 42).
 * @returns the reason by index
 */
export async function takenUris(tx: Db, ready: readonly Ready[]): Promise<Map<number, string>> {
  const taken = new Map<number, string>()
  if (ready.length === 0) return taken
  const firsts = new Map<unknown, Candidate>()
  for (const candidate of ready) {
    const first = firsts.get(candidate.row['uri'])
    if (first) taken.set(candidate.index, `URI already in use, by QR ${first.externalId}.`)
    else firsts.set(candidate.row['uri'], candidate)
  }
  const requested = ready.map(({ index, row, known, externalId }) => ({
    index,
    uri: row['uri'],
    number: known?.number ?? idFromText(externalId),
  }))
  const { rows } = await tx.execute<{ index: number; other: number }>(sql`
    with i as materialized (select * from ${jsonRows(requested, 'index int, uri text, number int')})
    select i.index, q.id as other from i join qrs q on q.uri = i.uri where q.id is distinct from i.number
    union all select i.index, u.qr_id from i join used_uris u on u.uri = i.uri where u.qr_id is distinct from i.number`)
  for (const { index, other } of rows) taken.set(index, `URI already in use, by number ${other}.`)
  return taken
}

/** Reserves for good the URIs that known QR codes had and get, whether or not their state is the latest. */
export async function noteUris(tx: Db, candidates: readonly Candidate[]): Promise<void> {
  const given = candidates.map(({ externalId: id, row }) => ({ id, uri: row['uri'] }))
  await tx.execute(sql`
    insert into used_uris (uri, qr_id)
    select distinct on (uri) uri, id from (
      select unnest(array[q.uri, i.uri]) as uri, q.id
      from ${jsonRows(given, 'id text, uri text')}
      join external_records e on e.resource = 'qrs' and e.external_id = i.id
      join qrs q on q.id = e.record_id and q.uri <> i.uri
    ) uris where not exists (select from qrs other where other.uri = uris.uri and other.id <> uris.id)
    order by uri on conflict do nothing`)
}
