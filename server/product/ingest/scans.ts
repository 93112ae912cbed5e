import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { type Candidate, scansDigest } from './candidates.ts'
import { type Known, type Ready } from './rows.ts'
import type { References } from './targets.ts'

/** The stored daily scans of QR codes, by id. There are too many for each to have an entry in `external_records`. */
export async function readKnownScans(
  tx: Db,
  candidates: readonly Candidate[],
  resolve: (candidate: Candidate) => { refs: References },
): Promise<Map<string, Known>> {
  const known = candidates.flatMap((candidate) => {
    const qr = resolve(candidate).refs['qr']
    return typeof qr === 'number' ? [{ id: candidate.externalId, qr, day: candidate.row['day'] }] : []
  })
  if (known.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; at: number; scans: number; visits: number }>(sql`
    select i.id, coalesce(s.updated_at, 0) as at, s.scans, s.visits from ${jsonRows(known, 'id text, qr int, day date')}
    join qr_daily_scans s on s.qr_id = i.qr and s.day = i.day`)
  return new Map(
    rows.map(({ id, at, scans, visits }) => [id, { state: { at, digest: scansDigest(scans, visits) }, number: null, isGone: false }]),
  )
}

/** Stores daily scans. @returns an empty map: none is ever refused */
export async function storeScans(tx: Db, ready: readonly Ready[]): Promise<Map<number, Record<string, string>>> {
  if (ready.length > 0) {
    const rows = ready.map(({ refs, at, row: { day, scans, visits } }) => ({ qr: refs['qr'], day, scans, visits, at }))
    await tx.execute(sql`
      insert into qr_daily_scans as s (qr_id, day, scans, visits, updated_at)
      select qr, day, scans, visits, at from ${jsonRows(rows, 'qr int, day date, scans int, visits int, at bigint')} order by qr, day
      on conflict (qr_id, day) do update set scans = excluded.scans, visits = excluded.visits, updated_at = excluded.updated_at
      where (excluded.updated_at, excluded.scans, excluded.visits) > (coalesce(s.updated_at, 0), s.scans, s.visits)`)
  }
  return new Map()
}
