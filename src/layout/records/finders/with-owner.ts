import { useFacts } from '../record-facts.ts'
import type { RecordRow } from './found-rows.ts'
import { withUnused } from './named.ts'
import { ownerOf } from './use-meant.ts'

/**
 * A record with its owner, if words that were left beside it are the owner's: 'block aB3xYz of ana ruiz'.
 * @param readings the ways to read the text, with what each left
 */
export function useWithOwner<Row extends RecordRow | null | undefined>(row: Row, readings: readonly { unused: readonly string[] }[]): Row {
  const id = (readings.some(({ unused }) => unused.length > 0) && row?.target && ownerOf(row.target)) || 0
  const owner = useFacts({ type: 'customer', id }, id > 0)
  if (!row || owner.state !== 'ready' || owner.facts.type !== 'customer') return row
  const { fullName, email } = owner.facts.record
  const record = { ...row.record, detail: [row.record.detail, fullName, email].filter(Boolean).join(', ') }
  const isOf = ({ unused }: { unused: readonly string[] }) => withUnused(row.record, unused).unused && !withUnused(record, unused).unused
  return readings.some(isOf) ? { ...row, record } : row
}
