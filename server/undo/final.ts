import { and, desc, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import { type AuditAction, auditActions } from '../../src/contract/audit-actions.ts'
import type { Actor } from '../audit/write.ts'
import { readCustomer } from '../customers/rules.ts'
import type { Db, Orm } from '../db/connect.ts'
import { auditLog } from '../db/schema/staff.ts'
import { reversals } from './reversals.ts'
import type { AuditLogRow } from './undo.ts'

/** Audited actions that change nothing anybody would want back, or that no member of staff does. */
const notChanges: ReadonlySet<string> = new Set<AuditAction>([
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
  'qr.product-delete',
])

/** What only an undo does. */
const undoing: ReadonlySet<string> = new Set(Object.values(reversals).map(({ action }) => action))

/** Actions that can't be undone. */
export const finalActions = (Object.keys(auditActions) as AuditAction[]).filter(
  (action) => !(action in reversals) && !undoing.has(action) && !notChanges.has(action),
)

export interface FinalChanges {
  /** The newest one. */
  last: AuditLogRow
  /** How many there are besides, each bulk change as one. */
  others: number
}

/** The actor's changes that can't be undone, newer than an audit row and than a moment; null if there are none. */
export async function finalSince(
  orm: Orm,
  { staff }: Actor,
  { after, since }: { after: number; since: number },
): Promise<FinalChanges | null> {
  const found = await orm
    .select({ id: sql<number>`max(${auditLog.id})` })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, staff.id), gte(auditLog.at, since), gt(auditLog.id, after), inArray(auditLog.action, finalActions)))
    .groupBy(sql`coalesce(${auditLog.batch}::text, ${auditLog.id}::text)`)
    .orderBy(desc(sql`max(${auditLog.id})`))
  const [newest] = found
  if (!newest) return null
  const [last] = await orm.select().from(auditLog).where(eq(auditLog.id, newest.id))
  return last ? { last, others: found.length - 1 } : null
}

/** What was done, and to whom. */
export async function finalWords(tx: Db, { action, targetType, targetId, batch }: AuditLogRow): Promise<string> {
  const customer = targetType === 'customer' && batch === null ? await readCustomer(tx, targetId, { lock: false }) : null
  return `${auditActions[action]}: ${batch === null ? (customer?.name ?? `${targetType} #${targetId}`) : `several ${targetType}s`}`
}
