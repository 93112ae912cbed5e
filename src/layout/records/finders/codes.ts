import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foundRecordQuery } from '../../../api/find-record.ts'
import { qrsQuery } from '../../../api/qrs.ts'
import { codesAmong } from '../../../commands/text/names-among.ts'
import type { Token } from '../../../commands/text/token.ts'
import type { VerbReading } from '../../../commands/text/verb-reading.ts'
import { lookupOptions } from '../record-facts.ts'
import { qrRow, type RecordRow } from './found-rows.ts'
import { useWithOwner } from './with-owner.ts'

const maxOfName = 4

/** A customer's QR codes whose names have these words, as soon as they are found; none without words. */
export function useCodesOf(customer: number | undefined, name: string): RecordRow[] {
  const isAsked = customer !== undefined && name !== ''
  const query = qrsQuery({ customer, searchTerm: name, searchMode: 'name', perPage: maxOfName })
  const { data } = useQuery({ ...query, ...lookupOptions, retry: false, enabled: isAsked })
  return isAsked && data ? data.rows.map((row) => qrRow(row, 'name')) : []
}

/**
 * The QR codes whose addresses stand in a text as plain words; the first one with its owner, who may stand beside it.
 * @param read the ways to read the text as about such a code
 */
export function useCodesAmong(
  tokens: readonly Token[],
  isWanted: boolean,
  read: (run: readonly Token[], id: number) => readonly VerbReading[],
): { row: RecordRow; run: readonly Token[] }[] {
  const words = useMemo(() => (isWanted ? codesAmong(tokens) : []), [tokens, isWanted])
  const answers = useQueries({
    queries: words.map(({ raw: uri }) => ({ ...foundRecordQuery([{ kind: 'qr-uri', uri }]), ...lookupOptions })),
  })
  const found = answers.flatMap(({ data }, at) =>
    data?.type === 'qr' ? { row: { ...qrRow(data.record, ''), target: data }, run: words.slice(at, at + 1) } : [],
  )
  const [first, ...others] = found
  const row = useWithOwner(first?.row, first ? read(first.run, first.row.record.id) : [])
  return first && row ? [{ ...first, row }, ...others] : found
}
