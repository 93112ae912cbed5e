import { createHash } from 'node:crypto'
import { auditLog } from '../../db/schema/staff.ts'
import { keptFields } from '../personal-text.ts'
import { canonical } from './canonical.ts'

/** What of an audit row is sealed. The others change later: an account is removed, a change is undone. */
export const sealedColumns = {
  id: auditLog.id,
  at: auditLog.at,
  actorEmail: auditLog.actorEmail,
  approvedBy: auditLog.approvedBy,
  action: auditLog.action,
  targetType: auditLog.targetType,
  targetId: auditLog.targetId,
  before: auditLog.before,
  after: auditLog.after,
  ip: auditLog.ip,
  batch: auditLog.batch,
  step: auditLog.step,
}

export type SealedRow = Pick<typeof auditLog.$inferSelect, keyof typeof sealedColumns>

/** What an entry of the chain seals: an audit row, or that all rows up to an id are sealed. */
export type Content = { row: SealedRow; personal: Buffer } | { settled: number }

/** The hash before the first entry. */
export const genesis = Buffer.alloc(32)

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Hash of what an erasure may remove from a row. It goes into the entry in place of the texts. */
export const personalHash = (salt: Buffer, { before, after }: Pick<SealedRow, 'before' | 'after'>): Buffer =>
  sha256(salt, canonical([before, after]))

/**
 * An entry's hash, over the previous one and the entry's canonical form.
 * @param at when it was sealed, in unix seconds
 */
export function entryHash(previous: Buffer, { position, at, content }: { position: number; at: number; content: Content }): Buffer {
  return sha256(previous, canonical({ position, sealedAt: at, ...('row' in content ? sealedForm(content) : content) }))
}

/** A row as it is sealed: `before` and `after` without texts, which `personal` stands for. */
export function sealedForm({ row, personal }: { row: SealedRow; personal: Buffer }) {
  return { row: { ...row, before: keptFields(row.before), after: keptFields(row.after) }, personal: personal.toString('hex') }
}
