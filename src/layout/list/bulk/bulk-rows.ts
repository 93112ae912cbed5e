import type { BulkPart } from '../../../api/bulk.ts'
import type { BulkPreview } from '../../../contract/bulk.ts'
import { errorText } from '../../kit/toasts.tsx'

/** One record's state in a bulk change. `unseen`: not previewed yet, or the preview failed. */
export type RowState = 'unseen' | 'possible' | 'refused' | 'done' | 'failed' | 'undone'

export interface BulkRow {
  id: number
  name: string
  uri: string
  state: RowState
  /** Why it was refused, failed or couldn't be previewed; what would happen to it, if it is possible. */
  why: string | null
  /** Its version when it was previewed. */
  version?: number | undefined
}

export const rowsOf = (ids: readonly number[]): BulkRow[] => ids.map((id) => ({ id, name: '', uri: '', state: 'unseen', why: null }))

/** The ids of rows in a state, in order. */
export const idsIn = (rows: readonly BulkRow[], state: RowState) => rows.flatMap((row) => (row.state === state ? [row.id] : []))

export function countStates(rows: readonly BulkRow[]): Record<RowState, number> {
  const counts = { unseen: 0, possible: 0, refused: 0, done: 0, failed: 0, undone: 0 }
  for (const { state } of rows) counts[state] += 1
  return counts
}

/** The rows after previewing a part. */
export function withPreview(rows: readonly BulkRow[], seen: BulkPreview['rows']): BulkRow[] {
  const found = new Map(seen.map((row) => [row.id, row]))
  return rows.map((row) => {
    const preview = found.get(row.id)
    if (!preview) return row
    const { id, name, uri, refusal, effect = null, version } = preview
    return { id, name, uri, state: refusal === null ? 'possible' : 'refused', why: refusal ?? effect, version }
  })
}

/** The rows after a part's preview failed. */
export function withUnseen(rows: readonly BulkRow[], ids: readonly number[], error: unknown): BulkRow[] {
  const part = new Set(ids)
  return rows.map((row) => (part.has(row.id) ? { ...row, why: errorText('', error) } : row))
}

/** The rows after running a part. A record missing from the reply counts as failed. */
export function withPart(rows: readonly BulkRow[], { ids, outcome }: BulkPart): BulkRow[] {
  const part = new Set(ids)
  const ended = new Map('rows' in outcome ? outcome.rows.map((row) => [row.id, row]) : [])
  const failure = 'error' in outcome ? errorText('', outcome.error) : 'The server gave no answer for it.'
  return rows.map((row): BulkRow => {
    if (!part.has(row.id)) return row
    const end = ended.get(row.id)
    if (end === undefined || end.failure !== undefined) return { ...row, state: 'failed', why: end?.failure ?? failure }
    const { refusal } = end
    return refusal === null ? { ...row, state: 'done', why: null } : { ...row, state: 'refused', why: refusal }
  })
}

/** The rows after undoing all that was done but those that stay as they are. */
export function withoutDone(rows: readonly BulkRow[], kept: readonly { id: number }[]): BulkRow[] {
  const stays = new Set(kept.map(({ id }) => id))
  return rows.map((row) => (row.state === 'done' && !stays.has(row.id) ? { ...row, state: 'undone' } : row))
}
