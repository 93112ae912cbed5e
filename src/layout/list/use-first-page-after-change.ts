import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

/**
 * After a change of the records that a list shows, the list goes back to page 1, and keeps filters, sort and focus (ruling 23).
 * @param resource what the list's query key begins with
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
