import type { AuditAction } from '../../src/contract/audit-actions.ts'
import type { Actor } from '../audit/write.ts'
import type { Db } from '../db/connect.ts'
import { ApiError } from '../http/errors.ts'

/** The change that is to be taken back, as its audit row has it. */
export interface RecordedChange {
  auditId: number
  action: AuditAction
  targetId: number
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** How one audited action is taken back. */
export interface Reversal {
  /** The command that the undoing is recorded as. */
  action: AuditAction
  /** What people call the action, as a message begins. */
  noun: string
  /** Locks the record and reads it: its name for messages, and its fields by the names of the audit row. Null when it is gone. */
  lock(tx: Db, id: number, change: RecordedChange): Promise<{ name: string; fields: Record<string, unknown> } | null>
  /** Writes the locked record's fields back to `before`; throws `nothingToUndo` where that is not possible any more. */
  restore(tx: Db, id: number, before: Record<string, unknown>, now: number, change: RecordedChange, actor: Actor): Promise<void>
}

export const nothingToUndo = (message: string) => new ApiError('nothing_to_undo', message)
