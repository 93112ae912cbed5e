import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import { whyNotReceive } from '../../../src/contract/qr-rules.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { outbox } from '../../db/schema/outbox.ts'
import { qrs } from '../../db/schema/qrs.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { throwIfRefused } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { requireCustomer } from '../customers/rules.ts'
import { noteQrs, rowsToJudge, writeNoted } from './audited.ts'
import { customerNotFound } from './judge.ts'
import { type End, readEnds } from './locked.ts'

/**
 * Locks both ends of a transfer.
 * @throws ApiError not_found with the documented message
 */
export async function lockEnds(tx: Db, origin: number, destiny: number): Promise<{ from: End; to: End }> {
  const ends = await readEnds(tx, [origin, destiny], { lock: true })
  const [from, to] = [ends.get(origin), ends.get(destiny)]
  if (!from || !to) throw customerNotFound()
  return { from, to }
}

/** Matching QRs that aren't deleted, which count towards the limit. */
export async function countKept(tx: Db, where: SQL | undefined): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(qrs)
    .where(and(where, sql`${qrs.status} in (1, 2)`))
  return row?.count ?? 0
}

/**
 * Transfers all of a customer's QRs, including deleted and archived ones; all or nothing (ruling 43). Folders stay
 * behind, empty.
 * @throws ApiError not_found; unavailable_action with the rule's reason
 */
export async function transferAll({ database, now }: AppContext, actor: Actor, origin: number, destiny: number) {
  return database.orm.transaction(async (tx) => {
    const { to } = await lockEnds(tx, origin, destiny)
    const theirs = eq(qrs.userId, origin)
    throwIfRefused(whyNotReceive(to, origin, await countKept(tx, theirs)))
    const auditId = await auditMany(tx, actor, now(), {
      action: 'customer.transfer-qrs',
      customer: origin,
      before: { destiny: null },
      where: theirs,
      none: noQrs,
    })
    const transferred = await noteQrs(tx, auditId, theirs)
    if (transferred === 0) throwIfRefused(noQrs)
    await writeNoted(tx, auditId, { user: destiny, folder: 'none' }, now())
    await completeAudit(tx, auditId, { destiny, transferred })
    await writeAudit(tx, {
      ...actor,
      now: now(),
      action: 'customer.transfer-qrs',
      targetType: 'customer',
      targetId: destiny,
      before: { received: null },
      after: { received: transferred, origin },
    })
    return { auditId, transferred }
  })
}

/**
 * Reactivates a customer's stopped QRs, never blocked or deleted ones (ruling 17).
 * @throws ApiError not_found; unavailable_action if there are none
 */
export async function activateAll({ database, now }: AppContext, actor: Actor, id: number) {
  return database.orm.transaction(async (tx) => {
    await requireCustomer(tx, id)
    const where = and(eq(qrs.userId, id), eq(qrs.status, 1), eq(qrs.stopped, 1))
    const auditId = await auditMany(tx, actor, now(), {
      action: 'customer.activate-qrs',
      customer: id,
      before: { activated: null },
      where,
      none: noneStopped,
    })
    const activated = await noteQrs(tx, auditId, where)
    if (activated === 0) throwIfRefused(noneStopped)
    await writeNoted(tx, auditId, { stopped: 0 }, now())
    await completeAudit(tx, auditId, { activated })
    return { auditId, activated }
  })
}

const noQrs = 'They have no QR codes.'
const noneStopped = 'They have no stopped QR codes.'

interface Many {
  action: AuditAction
  customer: number
  before: Record<string, unknown>
  /** Which QRs. */
  where: SQL | undefined
  /** Why not, if there are none: policies then have nothing to judge. */
  none?: string
}

/** The audit row of a change to many QRs, which are noted under it. */
export async function auditMany(tx: Db, actor: Actor, now: number, { action, customer, before, where, none = '' }: Many): Promise<number> {
  const rows = await rowsToJudge(tx, where)
  if (rows.rows === 0 && none !== '') throwIfRefused(none)
  return writeAudit(tx, { ...actor, now, action, targetType: 'customer', targetId: customer, before, reversible: true, ...rows })
}

/** Completes the audit row, and its event for the product, once the number is known. */
export async function completeAudit(tx: Db, auditId: number, after: Record<string, unknown>): Promise<void> {
  await tx.update(auditLog).set({ after }).where(eq(auditLog.id, auditId))
  await tx.update(outbox).set({ after }).where(eq(outbox.auditId, auditId))
}
