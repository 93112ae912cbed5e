import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

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
