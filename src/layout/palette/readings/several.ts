import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type FoundRecord, foundRecordQuery } from '../../../api/find-record.ts'
import { useMemo } from 'react'
import { type Identifier, recogniseSeveral, type Several } from '../../../commands/several.ts'
import type { NamedVerb } from '../../../commands/text/verbs.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import { type SeveralContents, severalContents } from './several-rows.ts'

/** Looks up each of several identifiers; null if the text has none. Rows keep the pasted order, so no reply moves another. */
export function useSeveral(text: string, verb: NamedVerb): SeveralContents | null {
  const { several, typing } = useMemo(() => severalIn(text, verb), [text, verb])
  const identifiers = several?.identifiers ?? []
  const answers = useQueries({
    queries: identifiers.map(({ shapes }) => ({ ...foundRecordQuery(shapes), ...lookupOptions })),
  })
  if (!several) return null
  return severalContents(
    several,
    identifiers.map((identifier, index) => ({ identifier, ...answerOf(answers[index]) })),
    { typing, unused: typing === '' ? verb.words : [] },
  )
}

/** 'ban 4711, 4712' is two customers, and what to do with both. */
function severalIn(text: string, { words, rest, usesAll }: NamedVerb): { several: Several | null; typing: string } {
  if (usesAll) return { several: null, typing: '' }
  const listed =
    rest === null || words.length === 0 ? null : recogniseSeveral(rest.replace(/ (?:and|&|\+) /gi, ', '), window.location.origin)
  if (listed && listed.identifiers.length > 1 && listed.notRecognised === 0) return { several: listed, typing: words.join(' ') }
  return { several: recogniseSeveral(text, window.location.origin), typing: '' }
}

/** One identifier's result. */
export interface Slot {
  identifier: Identifier
  state: 'searching' | 'found' | 'none' | 'failed'
  found: FoundRecord | null
  error: unknown
  retry: () => void
}

function answerOf(query: UseQueryResult<FoundRecord | null> | undefined): Omit<Slot, 'identifier'> {
  const base = { found: null, error: null, retry: () => void query?.refetch() }
  if (query?.data) return { ...base, state: 'found', found: query.data }
  if (query?.data === null) return { ...base, state: 'none' }
  if (!query || query.isFetching || !query.isError) return { ...base, state: 'searching' }
  return { ...base, state: 'failed', error: query.error }
}
