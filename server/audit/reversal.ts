import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '../../src/contract/audit-actions.ts'
import type { Capability } from '../../src/contract/capabilities.ts'
import type { Actor } from '../audit/write.ts'
import type { Db } from '../db/connect.ts'
import { ApiError } from '../http/errors.ts'
import type { AppContext } from '../outside/context.ts'

/** The change to reverse, from its audit row. */
export interface RecordedChange {
  auditId: number
  action: AuditAction
  targetId: number
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** What every reversal states. */
interface AnyReversal {
  /** The action's own capability, required to reverse it too. */
  capability: Capability
  /** The action recorded for the reversal. */
  action: AuditAction
  /** Starts the message. */
  noun: string
  /** Affects very many records, so checking costs as much as reversing; done only with `lock`. */
  isLarge?: true
  /** The current record; null if it is gone. With `lock` it stays locked until the transaction ends. */
  read(tx: Db, id: number, change: RecordedChange, options: { lock: boolean }): Promise<Found | null>
}

/** An action that only our own database knows of. */
export interface OwnReversal extends AnyReversal {
  /** Restores the locked record's fields to `before`; throws `nothingToUndo` if that is no longer possible. */
  restore(tx: Db, id: number, before: Record<string, unknown>, now: number, change: RecordedChange, actor: Actor): Promise<void>
}

/** An action that the payment provider carried out too, and so takes back. */
export interface ProviderReversal extends AnyReversal {
  /**
   * Takes it back by the command that does the opposite, with its rules, its call to the provider and its audit row.
   * @param link links the audit row to the one undone, in the transaction that writes it
   */
  takeBack(context: AppContext, actor: Actor, change: RecordedChange, link: LinkUndone): Promise<{ auditId: number }>
}

export type LinkUndone = (tx: Db, undoneBy: number) => Promise<void>

/** How an audited action is reversed. */
export type Reversal = OwnReversal | ProviderReversal

export const nothingToUndo = (message: string, details?: Record<string, string>) =>
  new ApiError('nothing_to_undo', message, details ? { details } : {})

/** A record's name for messages, and its fields as named in the audit row. */
export interface Found {
  name: string
  fields: Record<string, unknown>
}

/** How changes to many records of a type are reversed together, one change per record. */
export interface BatchReversal {
  /** The records of the changes; missing ones are left out. With `lock` they stay locked until the transaction ends. */
  read(tx: Db, changes: readonly RecordedChange[], options: { lock: boolean }): Promise<Map<number, Found>>
  /** Restores locked records. */
  restore(tx: Db, changes: readonly RecordedChange[], now: number, actor: Actor): Promise<void>
}

/** Whether a record changed since. */
export const hasChanged = ({ fields }: Found, { after }: RecordedChange) =>
  Object.keys(after).some((field) => !isDeepStrictEqual(fields[field], after[field]))
