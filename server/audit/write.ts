import type { AuditAction } from '../../src/contract/audit-actions.ts'
import type { Db } from '../db/connect.ts'
import { playbookMarks } from '../db/schema/playbooks.ts'
import { auditLog } from '../db/schema/staff.ts'
import { awayPerson } from '../http/access/as-person.ts'
import { approvedBy, judgeChanges } from './judge.ts'
import { writeEvents } from './outbox.ts'

/** Who makes a change, and from where. */
export interface Actor {
  staff: { id: number; email: string }
  /** The request's IP. */
  ip: string
}

export interface AuditEntry {
  /** Who made the change; null id if the account is gone by then. */
  staff: { id: number | null; email: string }
  /** The request's IP; null if no longer known. */
  ip: string | null
  /** Unix seconds. */
  now: number
  /** The command, such as `customer.ban`. */
  action: AuditAction
  targetType: string
  targetId: number
  /** The changed fields by wire name, old and new. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** Whether `POST /undo` may reverse it; undo/reversals.ts must then know the action. */
  reversible?: boolean
  /** The bulk change it belongs to. */
  batch?: string
  /** How many records it changes, for the policies; 1 unless given. */
  rows?: number | undefined
  /** Email of the second person who agreed; that of the current call unless given. */
  approvedBy?: string | null
}

/** Actor for changes reported by the payment provider. */
export const paymentProvider = { staff: { id: null, email: 'payment provider' }, ip: null } as const satisfies Partial<AuditEntry>

/**
 * Records a change and writes its event for the product (`outbox`). Call it in the change's transaction, so that
 * all are stored or none. Judges it by the policies.
 * @returns the audit row's id, which undo takes
 * @throws ApiError blocked_by_policy, and as in `judgeChanges`
 */
export async function writeAudit(tx: Db, entry: AuditEntry): Promise<number> {
  const [id] = await writeAudits(tx, [entry])
  if (id === undefined) throw new Error('the audit row was not returned')
  return id
}

/**
 * The same for several changes.
 * @returns audit row ids in the order of `entries`
 */
export async function writeAudits(tx: Db, entries: readonly AuditEntry[]): Promise<number[]> {
  // Without an address it isn't the caller's own change.
  await judgeChanges(
    tx,
    entries.filter(({ ip }) => ip !== null),
  )
  const ids: number[] = []
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    const part = entries.slice(from, from + rowsAtOnce)
    const rows = await tx.insert(auditLog).values(part.map(columnsOf)).returning({ id: auditLog.id })
    await markStep(tx, part)
    await writeEvents(
      tx,
      part.map(({ action, targetType, targetId, before = null, after = null, now }, index) => ({
        auditId: rows[index]!.id,
        action,
        recordType: targetType,
        recordId: targetId,
        before,
        after,
        at: now,
      })),
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

function columnsOf({ now, staff, ...entry }: AuditEntry) {
  const { action, targetType, targetId, before, after, ip, reversible, batch } = entry
  const who = { actorId: staff.id, actorEmail: staff.email, ip, approvedBy: entry.approvedBy ?? approvedBy() }
  return { action, targetType, targetId, before, after, reversible, batch, ...ofStep(entry), ...who, at: now }
}

/** The playbook's run and its step that a change belongs to, if any. */
function ofStep({ batch }: Pick<AuditEntry, 'batch'>): { batch?: string; step?: number } {
  const running = awayPerson()?.step
  return running && batch === undefined ? { batch: running.batch, step: running.step } : {}
}

/** @throws Error if this step has made such a change already: its transaction then changes nothing */
async function markStep(tx: Db, entries: readonly AuditEntry[]): Promise<void> {
  const running = awayPerson()?.step
  const own = entries.filter(({ batch }) => batch === undefined)
  if (!running || own.length === 0) return
  const { batch, step } = running
  await tx.insert(playbookMarks).values(own.map(({ action, targetType, targetId }) => ({ batch, step, action, targetType, targetId })))
}

/** The number of parameters per statement is limited. */
const rowsAtOnce = 500
