import type { LookUp, LookUps } from './lookups.ts'
import type { RecordRow } from './rows.ts'

/**
 * What Enter means while the person has chosen nothing: a row that is certain, or an answer to wait for, or nothing.
 * It depends on what was answered and never on the order in which it came, so a late result cannot change it.
 */
export type Decision =
  | { state: 'certain'; value: string }
  /** An exact look-up that counts is still under way: Enter waits for it. */
  | { state: 'waiting' }
  /** Nothing to open: none found, a look-up failed whose answer would count, or nothing asked. */
  | { state: 'open'; searching: boolean; failed: boolean }

/**
 * Decides. Exact matches count before whatever merely contains the text, and within each the look-ups in their order; a
 * later one counts when all before it have answered 'none'.
 * @param firstCommand the best command, where the text may be one; it needs no network, so it is certain at once
 */
export function decide(lookUps: readonly LookUps[], firstCommand: string | null): Decision {
  if (firstCommand !== null) return { state: 'certain', value: firstCommand }
  const exact = first(lookUps.flatMap((each) => each.exact))
  if (exact.row) return { state: 'certain', value: exact.row.value }
  if (exact.stop === 'searching') return { state: 'waiting' }
  if (exact.stop === 'failed') return { state: 'open', searching: false, failed: true }
  const loose = first(lookUps.flatMap((each) => each.loose))
  if (loose.row) return { state: 'certain', value: loose.row.value }
  return { state: 'open', searching: loose.stop === 'searching', failed: loose.stop === 'failed' }
}

/** The first row of the first look-up that found one, unless one before it is still undecided. */
function first(lookUps: readonly LookUp[]): { row: RecordRow | null; stop: LookUp['state'] | null } {
  for (const { state, rows } of lookUps) {
    if (state === 'found') return { row: rows[0] ?? null, stop: null }
    if (state === 'searching' || state === 'failed') return { row: null, stop: state }
  }
  return { row: null, stop: null }
}
