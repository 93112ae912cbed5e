import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Policy, PolicyTable } from '../../../src/contract/policies.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { policyTables } from '../../db/schema/policies.ts'
import { ApiError } from '../../http/errors.ts'
import { requireStill } from '../staff/lock.ts'

const only = 1

/** All policies, and who changed them last. */
export async function readPolicies(db: Db): Promise<PolicyTable> {
  const [table] = await db.select().from(policyTables).where(eq(policyTables.id, only))
  if (!table) return { policies: [], revision: 0, changedBy: null, changedAt: null }
  const { policies, revision, changedByEmail, changedAt } = table
  return { policies: [...policies], revision, changedBy: changedByEmail, changedAt }
}

/**
 * Replaces all policies. Sessions read the revision with each call, so that every server knows at once.
 * @param revision that of the table which was changed
 * @param now unix seconds
 * @returns the new revision, and the audit row's id; null if nothing differs
 * @throws ApiError stale; forbidden if the account may no longer do this
 */
export async function writePolicies(
  orm: Orm,
  actor: Actor,
  { policies, revision }: { policies: readonly Policy[]; revision: number },
  now: number,
): Promise<{ revision: number; auditId: number | null }> {
  return orm.transaction(async (tx) => {
    await requireStill(tx, actor.staff.id, 'policies.manage')
    // Nothing to lock while there is no row yet.
    await tx.execute(sql`select pg_advisory_xact_lock(46, 0)`)
    const former = await readPolicies(tx)
    if (former.revision !== revision)
      throw new ApiError('stale', `${former.changedBy ?? 'Somebody'} changed the policies since you opened them: nothing was saved.`)
    if (isDeepStrictEqual(former.policies, policies)) return { revision, auditId: null }
    const by = { changedById: actor.staff.id, changedByEmail: actor.staff.email, changedAt: now }
    const stored = { revision: revision + 1, policies, ...by }
    await tx
      .insert(policyTables)
      .values({ id: only, ...stored })
      .onConflictDoUpdate({ target: policyTables.id, set: stored })
    const change = { before: { policies: former.policies }, after: { policies } }
    const auditId = await writeAudit(tx, { ...actor, now, action: 'policy.edit', targetType: 'policy', targetId: only, ...change })
    return { revision: revision + 1, auditId }
  })
}
