import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customerOf, type FoundRecord, foundRecordQuery } from '../../../api/find-record.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { requestsIn, severalIn } from '../../../commands/text/several-words.ts'
import type { Tokens } from '../../../commands/text/token.ts'
import { foundCustomerRow } from '../../records/finders/found-rows.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import { useRowsOn } from './requests.ts'
import { type SeveralContents, type Slot, severalContents } from './several-rows.ts'
import type { Verbs } from './verbs.ts'

/** Looks up each of several identifiers; null if the text has none. Rows keep the pasted order, so no reply moves another. */
export function useSeveral(
  typed: Tokens,
  { named: verb, read }: Pick<Verbs, 'named' | 'read'>,
  context: CommandContext,
): SeveralContents | null {
  const { several, typing, unused } = useMemo(() => severalIn(typed, verb, window.location.origin), [typed, verb])
  const requests = useMemo(() => (several?.isLetter ? requestsIn(typed.text, true, read) : []), [several, typed, read])
  const identifiers = several?.identifiers ?? []
  const answers = useQueries({
    queries: identifiers.map(({ shapes }) => ({ ...foundRecordQuery(shapes), ...lookupOptions })),
  })
  const slots = identifiers.map((identifier, index) => ({ identifier, ...answerOf(answers[index]) }))
  const records = slots.flatMap(({ found }) => found ?? [])
  const only = records.find(({ type }) => type === 'customer')
  const isOfOne = only?.type === 'customer' && records.every((record) => customerOf(record) === only.record.id)
  const on = requests.length > 0 && isOfOne ? foundCustomerRow(only.record, null, '').record : null
  const requested = useRowsOn(on, requests, context)
  return several && severalContents(several, slots, { typing, unused, requests: requested })
}

function answerOf(query: UseQueryResult<FoundRecord | null> | undefined): Omit<Slot, 'identifier'> {
  const base = { found: null, error: null, retry: () => void query?.refetch() }
  if (query?.data) return { ...base, state: 'found', found: query.data }
  if (query?.data === null) return { ...base, state: 'none' }
  if (!query || query.isFetching || !query.isError) return { ...base, state: 'searching' }
  return { ...base, state: 'failed', error: query.error }
}
