import { eq, inArray } from 'drizzle-orm'
import type { LiveChange, LiveType } from '../../../src/contract/live.ts'
import type { Orm } from '../../db/connect.ts'
import { auditLog, staff } from '../../db/schema/staff.ts'
import type { Author, LoggedChange } from './merge.ts'

interface Audit {
  id: number
  /** Null if no account made the change, or the account is gone. */
  by: LiveChange['by']
  targetType: string
  targetId: number
}

/** Record types whose name in the audit trail is different. */
const typeOfTarget: Record<string, LiveType> = { staff: 'user', abuse: 'abuse-report' }

/**
 * Finds who made changes, from the audit rows of the same transaction.
 * @returns a function from a logged change to its author
 */
export async function readAuthors(orm: Orm, logged: readonly LoggedChange[]): Promise<(change: LoggedChange) => Author> {
  const idsOf = new Map<number, number[]>()
  for (const { transaction, audits } of logged) if (audits) idsOf.set(transaction, [...(idsOf.get(transaction) ?? []), ...audits])
  const ids = [...idsOf.values()].flat()
  const rows = ids.length === 0 ? [] : await readAudits(orm, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (change) => {
    const audits = (idsOf.get(change.transaction) ?? []).flatMap((id) => byId.get(id) ?? [])
    const found = auditOf(change, audits)
    if (found) return { by: found.by, auditId: found.id }
    // Many records in one transaction, all changed by the same person.
    const people = new Set(audits.map(({ by }) => by?.id))
    return { by: people.size === 1 ? (audits[0]?.by ?? null) : null, auditId: null }
  }
}

async function readAudits(orm: Orm, ids: number[]): Promise<Audit[]> {
  const rows = await orm
    .select({ id: auditLog.id, by: { id: staff.id, name: staff.name }, targetType: auditLog.targetType, targetId: auditLog.targetId })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.actorId))
    .where(inArray(auditLog.id, ids))
  return rows
}

function auditOf({ type, id, customerId }: LoggedChange, audits: readonly Audit[]): Audit | undefined {
  if (audits.length === 1) return audits[0]
  if (type === 'audit') return audits.find((audit) => audit.id === id)
  return (
    audits.find(({ targetType, targetId }) => (typeOfTarget[targetType] ?? targetType) === type && targetId === id) ??
    (customerId === null ? undefined : audits.find(({ targetType, targetId }) => targetType === 'customer' && targetId === customerId))
  )
}
