import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { ChainCheck } from './check.ts'
import type { Head } from './head.ts'
import { minInteger, readChain } from './read.ts'

/** A head that was kept elsewhere. */
export type KeptHead = Pick<Head, 'position' | 'hash'>

interface Verified {
  /** The last entry's position; 0 if nothing is sealed. */
  position: number
  /** Its hash, hexadecimal. */
  hash: string
  /** Audit rows that wait for their seal. */
  waiting: number
}

/**
 * Compares the audit trail with its seals, and those with heads kept elsewhere. Reads all of it in portions; what is written
 * meanwhile does no harm.
 * @param report receives what is wrong, one line each
 */
export async function verifyTrail(db: Db, heads: readonly KeptHead[], report: (fault: string) => void): Promise<Verified> {
  const check = new ChainCheck()
  const kept = new Map<number, string[]>()
  for (const { position, hash } of heads) kept.set(position, [...(kept.get(position) ?? []), hash])
  for await (const entries of readChain(db))
    for (const entry of entries) {
      const fault = check.next(entry)
      if (fault !== null) report(fault)
      const differing = kept.get(entry.position)?.some((hash) => hash !== entry.hash.toString('hex'))
      if (differing === true) report(`seal ${entry.position} differs from the head that was kept of it`)
      kept.delete(entry.position)
    }
  const { position, hash } = check.last
  for (const missing of kept.keys())
    report(
      missing > position
        ? `the trail ends at seal ${position}, but a head was kept of seal ${missing}`
        : `seal ${missing} is gone, of which a head was kept`,
    )
  await reportAdded(db, check.settled, report)
  await reportErased(db, report)
  const { rows } = await db.execute<{ waiting: number }>(sql`select count(*)::int as waiting from audit_log a
    where a.id > ${check.settled} and not exists (select from audit_seals s where s.audit_id = a.id)`)
  return { position, hash: hash.toString('hex'), waiting: rows[0]?.waiting ?? 0 }
}

/** Reports rows that were inserted where everything had been sealed. */
async function reportAdded(db: Db, settled: number, report: (fault: string) => void): Promise<void> {
  for (let after = minInteger - 1; ; ) {
    const { rows } = await db.execute<{ id: number }>(sql`select a.id from audit_log a
      where a.id > ${after}::bigint and a.id <= ${settled} and not exists (select from audit_seals s where s.audit_id = a.id)
      order by a.id limit 1000`)
    for (const { id } of rows) report(`audit row ${id} was added behind the seal`)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Reports erasures in whose name more or fewer texts are gone than they removed. */
async function reportErased(db: Db, report: (fault: string) => void): Promise<void> {
  const { rows } = await db.execute<{ id: number; erased: number; claimed: number }>(sql`
    select e.id, e.erased, coalesce(case when a.action = 'customer.erase' then (a.after ->> 'auditRows')::int end, 0) as claimed
    from (select s.erased_by as id, count(*)::int as erased from audit_seals s where s.erased_by is not null group by 1) e
    left join audit_log a on a.id = e.id
    order by e.id`)
  for (const { id, erased, claimed } of rows)
    if (erased !== claimed) report(`the erasure of audit row ${id} removed texts of ${claimed} rows, but those of ${erased} are gone`)
}
