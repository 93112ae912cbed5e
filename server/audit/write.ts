import type { Db } from '../db/connect.ts'
import { auditLog } from '../db/schema/staff.ts'

/** Who changes something, and from where. */
export interface Actor {
  staff: { id: number; email: string }
  /** The address the request came from. */
  ip: string
}

export interface AuditEntry {
  /** Who changes something; without an id where the account is gone by the time that it takes effect. */
  staff: { id: number | null; email: string }
  /** The address the request came from; null where that is not known any more. */
  ip: string | null
  /** Unix seconds. */
  now: number
  /** The command's id: `customer.ban`. */
  action: string
  targetType: string
  targetId: number
  /** The fields that changed, by their name on the wire, as they were and as they became. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** Whether `POST /undo` may take it back: then audit/undo.ts knows the action. */
  reversible?: boolean
}

/**
 * Records a change. Call it in the transaction of the change, so that neither is without the other.
 * @returns the id of the audit row, by which the change can be undone
 */
export async function writeAudit(tx: Db, { staff, now, ...entry }: AuditEntry): Promise<number> {
  const [row] = await tx
    .insert(auditLog)
    .values({ ...entry, at: now, actorId: staff.id, actorEmail: staff.email })
    .returning({ id: auditLog.id })
  if (!row) throw new Error('the audit row was not returned')
  return row.id
}
