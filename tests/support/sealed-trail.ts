import { sql } from 'drizzle-orm'
import { Sealer } from '../../server/audit/seals/sealing.ts'
import { type KeptHead, verifyTrail } from '../../server/audit/seals/verify.ts'
import type { Database, Db } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { testConfig, testStart } from './app.ts'

/** A sealer of its own, as each server has one. */
export const sealerOf = (
  database: Database,
  { now = () => testStart, auditHeads = null }: { now?: () => number; auditHeads?: string | null } = {},
) => new Sealer({ database, now, config: { ...testConfig, auditHeads } }, silentLog)

/** Everything that `npm run audit -- verify` would report, and what it says of the whole. */
export async function verified(db: Db, heads: readonly KeptHead[] = []) {
  const faults: string[] = []
  const outcome = await verifyTrail(db, heads, (fault) => faults.push(fault))
  return { ...outcome, faults }
}

/** Writes audit rows as changes by staff would; each second id is left out, as after changes that failed. */
export const addAudits = (db: Db, count: number) =>
  db.execute(sql`
    insert into audit_log (id, at, actor_email, action, target_type, target_id, before, after, ip, step)
    select nextval('audit_log_id_seq') + 0 * nextval('audit_log_id_seq'), ${testStart} + i, 'sam@quaydesk.test', 'customer.edit', 'customer', i,
      jsonb_build_object('qrLimit', i, 'firstName', 'Ana ' || i), jsonb_build_object('qrLimit', i + 1, 'firstName', 'Eva ' || i), '192.0.2.7', null
    from generate_series(1, ${count}::int) i`)
