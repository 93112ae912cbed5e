import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiFailure } from '../../api/client.ts'
import type { ListRequest } from '../../contract/list.ts'
import { whenIdle } from '../kit/when-idle.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import { type ListSearch, requestOf } from './list-search.ts'
import { useFailureToast } from './use-failure-toast.ts'

/** The toast's title for a failed search. */
const searchError = 'Search error, try again.'

/**
 * The rows of a list page. The old page stays until the next one has loaded; the page after is prefetched on idle.
 * Failures show a toast as well (ruling 24).
 */
export function useListRows<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  list: ListDefinition<Query, Reply, Key>,
  request: Query,
) {
  const client = useQueryClient()
  const result = useQuery(list.query(request))
  const { data, error, isPlaceholderData } = result
  const isSearch = 'searchTerm' in request && Boolean(request.searchTerm)
  const nextPage = isPlaceholderData ? null : (data?.pagination.next_page ?? null)

  useEffect(() => {
    if (nextPage === null) return
    const { queryKey, queryFn } = list.query({ ...request, page: nextPage })
    return whenIdle(() => void client.prefetchQuery({ queryKey, queryFn, retry: false }))
  }, [client, list, request, nextPage])

  const status = error instanceof ApiFailure ? error.status : null
  useFailureToast(result, list.failureTitle?.(status) ?? (isSearch ? searchError : undefined))

  return error && list.failureTitle ? { ...result, data: undefined } : result
}

/** The wider search that a list offers if it found nothing, with its reply once there is one; null if it offers none. */
export function useWiderSearch<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  list: ListDefinition<Query, Reply, Key>,
  search: ListSearch,
  isEmpty: boolean,
) {
  const wider = (isEmpty && list.widerSearch?.(search)) || null
  const query = list.query(requestOf(list.search, { ...search, ...wider?.changes }))
  const { data, isPlaceholderData } = useQuery({ ...query, enabled: wider !== null })
  // A placeholder is the answer to another search.
  return wider && { ...wider, reply: isPlaceholderData ? undefined : data }
}

/**
 * After a change to the listed records, returns to page 1 and keeps filters, sort and focus (ruling 23).
 * @param resource the first part of the list's query key
 */
export function useFirstPageAfterChange(resource: QueryKey[number], goToFirstPage: () => void) {
  const mutations = useQueryClient().getMutationCache()
  const go = useEffectEvent(goToFirstPage)
  useEffect(
    () =>
      mutations.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        if (event.mutation.meta?.stale?.some(([changed]) => changed === resource)) go()
      }),
    [mutations, resource],
  )
}
