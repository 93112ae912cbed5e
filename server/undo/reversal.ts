import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '../../src/contract/audit-actions.ts'
import type { Capability } from '../../src/contract/capabilities.ts'
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
  /** What the action itself asks for: whoever takes it back must still have it. */
  capability: Capability
  /** The command that the undoing is recorded as. */
  action: AuditAction
  /** What people call the action, as a message begins. */
  noun: string
  /** It touches very many records: looking whether it can be taken back costs as much as taking it back, and is done with `lock` alone. */
  isLarge?: true
  /** The record as it is; null when it is gone. With `lock` it stays so for the rest of the transaction. */
  read(tx: Db, id: number, change: RecordedChange, options: { lock: boolean }): Promise<Found | null>
  /** Writes the locked record's fields back to `before`; throws `nothingToUndo` where that is not possible any more. */
  restore(tx: Db, id: number, before: Record<string, unknown>, now: number, change: RecordedChange, actor: Actor): Promise<void>
}

export const nothingToUndo = (message: string) => new ApiError('nothing_to_undo', message)

/** A record as the undoing of a change finds it: its name for messages, and its fields by the names of the audit row. */
export interface Found {
  name: string
  fields: Record<string, unknown>
}

/** How changes of many records of one type are taken back together, one change for each record. */
export interface BatchReversal {
  /** The records of changes, those that are gone left out. With `lock` they stay so for the rest of the transaction. */
  read(tx: Db, changes: readonly RecordedChange[], options: { lock: boolean }): Promise<Map<number, Found>>
  /** Puts locked records back as they were before changes. */
  restore(tx: Db, changes: readonly RecordedChange[], now: number, actor: Actor): Promise<void>
}

/** Whether a record is no longer as a change left it. */
export const hasChanged = ({ fields }: Found, { after }: RecordedChange) =>
  Object.keys(after).some((field) => !isDeepStrictEqual(fields[field], after[field]))
