import type { AuditAction } from '../../src/contract/audit-actions.ts'
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
  action: AuditAction
  targetType: string
  targetId: number
  /** The fields that changed, by their name on the wire, as they were and as they became. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** Whether `POST /undo` may take it back: then undo/reversals.ts knows the action. */
  reversible?: boolean
  /** The bulk change that it is a part of. */
  batch?: string
}

/** Who changed what the payment provider told. */
export const paymentProvider = { staff: { id: null, email: 'payment provider' }, ip: null } as const satisfies Partial<AuditEntry>

/**
 * Records a change. Call it in the transaction of the change, so that neither is without the other.
 * @returns the id of the audit row, by which the change can be undone
 */
export async function writeAudit(tx: Db, entry: AuditEntry): Promise<number> {
  const [id] = await writeAudits(tx, [entry])
  if (id === undefined) throw new Error('the audit row was not returned')
  return id
}

/**
 * The same for several changes at once.
 * @returns the ids of the audit rows, in the order of `entries`
 */
export async function writeAudits(tx: Db, entries: readonly AuditEntry[]): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    const rows = await tx
      .insert(auditLog)
      .values(
        entries
          .slice(from, from + rowsAtOnce)
          .map(({ staff, now, ...entry }) => ({ ...entry, at: now, actorId: staff.id, actorEmail: staff.email })),
      )
      .returning({ id: auditLog.id })
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** A statement takes a limited number of parameters. */
const rowsAtOnce = 500
