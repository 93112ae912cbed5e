import { and, desc, eq, gt, gte, isNotNull, not, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type AuditAction, auditActions } from '../../../src/contract/audit-actions.ts'
import { undoSeconds } from '../../../src/contract/undo.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { readCustomer } from '../customers/rules.ts'
import type { AuditLogRow } from './undo.ts'

/** Audited actions that change nothing anybody would want back, or that no member of staff does. */
const notChanges: AuditAction[] = [
  'auth.sign-in',
  'auth.two-factor-activated',
  'customer.app-login',
  'customer.export',
  'customer.sync',
  'customer.provider-update',
  'customer.product-delete',
  'domain.validate',
  'list.export',
  'payment.provider-update',
  'payment.refund-failed',
  'playbook.run',
  'qr.product-delete',
]

/** What a transfer notes of both customers beside the change itself. */
const notedBeside = sql`coalesce(${auditLog.before} ?| array['transferred', 'received', 'receivedFolders'], false)`

/** The actor's changes since a moment that can't be undone; an undo is none. */
export function finalOnes(tx: Db, { staff }: Actor, since: number) {
  const undone = alias(auditLog, 'undone')
  const undoing = tx
    .select({ id: undone.undoneBy })
    .from(undone)
    .where(and(eq(undone.actorId, staff.id), gte(undone.at, since - undoSeconds), isNotNull(undone.undoneBy)))
  return and(
    eq(auditLog.actorId, staff.id),
    gte(auditLog.at, since),
    eq(auditLog.reversible, false),
    notInArray(auditLog.action, notChanges),
    notInArray(auditLog.id, undoing),
    not(notedBeside),
  )
}

/** The newest audit row of each of these changes that is newer than another audit row, a bulk change being one; newest first. */
export async function finalSince(tx: Db, actor: Actor, { after, since }: { after: number; since: number }): Promise<number[]> {
  const newest = sql<number>`max(${auditLog.id})`
  const found = await tx
    .select({ id: newest })
    .from(auditLog)
    .where(and(finalOnes(tx, actor, since), gt(auditLog.id, after)))
    .groupBy(sql`coalesce(${auditLog.batch}::text, ${auditLog.id}::text)`)
    .orderBy(desc(newest))
  return found.map(({ id }) => id)
}

/** Whether the actor has since done something to the record that can't be undone. */
export async function isOvertaken(tx: Db, actor: Actor, { id, targetType, targetId }: AuditLogRow, since: number): Promise<boolean> {
  const ofRecord = and(eq(auditLog.targetType, targetType), eq(auditLog.targetId, targetId), gt(auditLog.id, id))
  const [later] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(ofRecord, finalOnes(tx, actor, since)))
    .limit(1)
  return later !== undefined
}

/** What was done, and to whom. */
export async function finalWords(tx: Db, { action, targetType, targetId, batch, step }: AuditLogRow): Promise<string> {
  const isOne = batch === null || step !== null
  const customer = targetType === 'customer' && isOne ? await readCustomer(tx, targetId, { lock: false }) : null
  return `${auditActions[action]}: ${isOne ? (customer?.name ?? `${targetType} #${targetId}`) : `several ${targetType}s`}`
}
