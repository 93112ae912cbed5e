import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isNotFound } from '../../api/client.ts'
import type { Loadable } from '../../api/loadable.ts'
import { type LoadedRecord, recordQuery } from '../../api/record.ts'

/** The loading state of a record's facts. 'missing': the record doesn't exist (any more). */
export type FactsState =
  | { state: 'loading' }
  | { state: 'ready'; facts: LoadedRecord }
  | { state: 'missing' }
  | { state: 'failed'; error: unknown; retry: () => void }

/** Offline fails at once, and another record's data is never a placeholder. */
export const lookupOptions = { networkMode: 'always', placeholderData: undefined } as const

/**
 * A record's facts as they are loaded; an unneeded call is aborted.
 * @param isWanted if false, returns cached facts only
 */
export function useFacts(named: { type: Loadable; id: number }, isWanted: boolean): FactsState {
  const { data, error, isFetching, refetch } = useQuery({ ...recordQuery(named), ...lookupOptions, enabled: isWanted })
  return useMemo((): FactsState => {
    if (data) return { state: 'ready', facts: data }
    if (data === null || isNotFound(error)) return { state: 'missing' }
    return error === null || isFetching ? { state: 'loading' } : { state: 'failed', error, retry: () => void refetch() }
  }, [data, error, isFetching, refetch])
}
