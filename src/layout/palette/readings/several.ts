import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FoundRecord, foundRecordQuery } from '../../../api/find-record.ts'
import type { NamedVerb } from '../../../commands/text/named-verb.ts'
import { severalIn } from '../../../commands/text/several-words.ts'
import type { Tokens } from '../../../commands/text/tokens.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import { type SeveralContents, type Slot, severalContents } from './several-rows.ts'

/** Looks up each of several identifiers; null if the text has none. Rows keep the pasted order, so no reply moves another. */
export function useSeveral(typed: Tokens, verb: NamedVerb): SeveralContents | null {
  const { several, typing, unused } = useMemo(() => severalIn(typed, verb, window.location.origin), [typed, verb])
  const identifiers = several?.identifiers ?? []
  const answers = useQueries({
    queries: identifiers.map(({ shapes }) => ({ ...foundRecordQuery(shapes), ...lookupOptions })),
  })
  if (!several) return null
  return severalContents(
    several,
    identifiers.map((identifier, index) => ({ identifier, ...answerOf(answers[index]) })),
    { typing, unused },
  )
}

function answerOf(query: UseQueryResult<FoundRecord | null> | undefined): Omit<Slot, 'identifier'> {
  const base = { found: null, error: null, retry: () => void query?.refetch() }
  if (query?.data) return { ...base, state: 'found', found: query.data }
  if (query?.data === null) return { ...base, state: 'none' }
  if (!query || query.isFetching || !query.isError) return { ...base, state: 'searching' }
  return { ...base, state: 'failed', error: query.error }
}
