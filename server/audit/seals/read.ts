import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { auditSeals } from '../../db/schema/audit-seals.ts'
import { auditLog } from '../../db/schema/staff.ts'
import type { StoredEntry } from './check.ts'
import { sealedColumns } from './entry.ts'

/** PostgreSQL's lowest id. */
export const minInteger = -(2 ** 31)

/** Enough that a million entries are 500 statements, few enough for little memory. */
const entriesAtOnce = 2000

/**
 * Reads the chain with its audit rows, by portions.
 * @param after the position before the first; by default even those are read that no sealer writes
 */
export async function* readChain(db: Db, after = minInteger - 1): AsyncGenerator<StoredEntry[]> {
  const { position, auditId, settled, at, personal, salt, hash, erasedBy } = auditSeals
  for (let last = after; ; ) {
    const entries = await db
      .select({ position, auditId, settled, at, personal, salt, hash, erasedBy, row: sealedColumns })
      .from(auditSeals)
      .leftJoin(auditLog, eq(auditLog.id, auditId))
      .where(sql`${position} > ${last}::bigint`)
      .orderBy(asc(position))
      .limit(entriesAtOnce)
    if (entries.length > 0) yield entries
    const end = entries.at(-1)
    if (end === undefined || entries.length < entriesAtOnce) return
    last = end.position
  }
}
