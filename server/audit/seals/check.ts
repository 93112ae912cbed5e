import { keptFields } from '../personal-text.ts'
import { canonical } from './canonical.ts'
import { entryHash, genesis, personalHash, type SealedRow } from './entry.ts'

/** An entry of the chain as it is stored, with the audit row that it seals. */
export interface StoredEntry {
  position: number
  auditId: number | null
  settled: number | null
  at: number
  personal: Buffer | null
  salt: Buffer | null
  hash: Buffer
  erasedBy: number | null
  /** Null for a mark, and if the row is gone. */
  row: SealedRow | null
}

/** Checks entries one after another, in the order of their positions; holds none of them. */
export class ChainCheck {
  /** Position and hash of the last entry so far. */
  last: { position: number; hash: Buffer } = { position: 0, hash: genesis }
  /** All audit rows up to this id must be sealed. */
  settled = 0

  /** @returns what is wrong with the entry; null if nothing */
  next(entry: StoredEntry): string | null {
    const { last, settled } = this
    const expected = last.position + 1
    if (entry.position > last.position) this.last = entry
    this.settled = Math.max(settled, entry.settled ?? 0)
    if (entry.position < expected) return `seal ${entry.position} was added`
    if (entry.position > expected) return `seals ${expected} to ${entry.position - 1} are missing`
    const { auditId } = entry
    if (auditId === null) return isMarkWhole(entry, last.hash) ? null : `seal ${entry.position} was changed`
    if (entry.row === null) return `audit row ${auditId} (seal ${entry.position}) was removed`
    if (auditId <= settled) return `audit row ${auditId} (seal ${entry.position}) was added later`
    return isRowWhole(entry, entry.row, last.hash) ? null : `audit row ${auditId} (seal ${entry.position}) was changed`
  }
}

const isMarkWhole = ({ position, at, settled, hash }: StoredEntry, previous: Buffer) =>
  settled !== null && entryHash(previous, { position, at, content: { settled } }).equals(hash)

function isRowWhole({ position, at, personal, salt, hash, erasedBy }: StoredEntry, row: SealedRow, previous: Buffer): boolean {
  if (personal === null || !entryHash(previous, { position, at, content: { row, personal } }).equals(hash)) return false
  if (salt !== null) return erasedBy === null && personalHash(salt, row).equals(personal)
  return erasedBy !== null && [row.before, row.after].every((fields) => canonical(fields) === canonical(keptFields(fields)))
}
