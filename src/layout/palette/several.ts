import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type Asked, type FoundRecord, foundRecordQuery } from '../../api/find-record.ts'
import type { Identifier, Several } from '../../commands/several.ts'
import { askedNow } from '../records/record-facts.ts'
import type { severalContents } from './several-contents.ts'

/** Looks up each identifier. Rows keep the pasted order, so no reply moves another. */
export function useSeveral(several: Several | null, contentsOf: typeof severalContents | undefined): SeveralContents | null {
  const identifiers = several?.identifiers ?? []
  const answers = useQueries({
    queries: identifiers.map(({ shapes }) => ({ ...foundRecordQuery(shapes.map(askedFor)), ...askedNow })),
  })
  if (!several || !contentsOf) return null
  return contentsOf(
    several,
    identifiers.map((identifier, index) => ({ identifier, ...answerOf(answers[index]) })),
  )
}

export type SeveralContents = ReturnType<typeof severalContents>

/** While the code for several is being fetched: a text that may name several is neither looked up nor a command yet. */
export const waitingForSeveral: SeveralContents = {
  groups: [{ id: 'several', heading: 'Pasted', note: 'searching…', rows: [] }],
  explanation: '',
  isSettled: false,
}

/** Whether a text may name several records, at the first glance. */
export const maybeSeveral = (text: string) =>
  text.length > 400 || text.split(/[\s,;|]+/, 50).filter((word) => /[\d@/]|[a-z][A-Z]/.test(word)).length > 1

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

function askedFor(shape: Identifier['shapes'][number]): Asked {
  switch (shape.kind) {
    case 'email':
      return { kind: 'customer', term: shape.email }
    case 'customer-id':
      return { kind: 'customer', term: String(shape.id) }
    case 'provider-id':
      return { kind: 'customer', term: shape.providerId }
    case 'invoice-id':
      return { kind: 'invoice', id: shape.id }
    case 'invoice-number':
    case 'payment':
      return shape
    case 'qr-id':
      return { kind: 'qr', id: shape.id }
    case 'qr-uri':
      return { kind: 'qr-uri', uri: shape.uri }
  }
}
