import type { LookUp, LookUps } from './lookups.ts'
import type { RecordRow } from './rows.ts'

/**
 * What Enter does if no row was chosen by hand: a certain row, wait, or nothing. It depends on which replies arrived,
 * never on their order, so a late result can't change it.
 */
export type Decision =
  | { state: 'certain'; value: string }
  /** An exact look-up that matters is pending; Enter waits. */
  | { state: 'waiting' }
  /** Nothing to open: no match, a failed look-up that would matter, or nothing asked. */
  | { state: 'open'; searching: boolean; failed: boolean }

/**
 * Exact matches come before partial ones, and both follow the order of look-ups: a later one counts only once all
 * before it found nothing.
 * @param known what is certain at once, since it needs no network: a command, or a record opened lately
 * @param screen the best screen that begins with the text: only once no record does
 */
export function decide(lookUps: readonly LookUps[], known: string | null, screen: string | null): Decision {
  if (known !== null) return { state: 'certain', value: known }
  const exact = first(lookUps.flatMap((each) => each.exact))
  if (exact.row) return { state: 'certain', value: exact.row.value }
  if (exact.stop === 'searching') return { state: 'waiting' }
  if (screen !== null) {
    const begun = first(lookUps.flatMap((each) => each.begun))
    if (begun.stop === 'searching') return { state: 'waiting' }
    return { state: 'certain', value: begun.row?.value ?? screen }
  }
  if (exact.stop === 'failed') return { state: 'open', searching: false, failed: true }
  const loose = first(lookUps.flatMap((each) => [...each.begun, ...each.loose]))
  if (loose.row) return { state: 'certain', value: loose.row.value }
  return { state: 'open', searching: loose.stop === 'searching', failed: loose.stop === 'failed' }
}

/** The first row of the first look-up that found one, unless an earlier one is still undecided. */
function first(lookUps: readonly LookUp[]): { row: RecordRow | null; stop: LookUp['state'] | null } {
  for (const { state, rows } of lookUps) {
    if (state === 'found') return { row: rows[0] ?? null, stop: null }
    if (state === 'searching' || state === 'failed') return { row: null, stop: state }
  }
  return { row: null, stop: null }
}
