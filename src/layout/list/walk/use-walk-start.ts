import type { QueryKey } from '@tanstack/react-query'
import { useMatch, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import type { ListRequest } from '../../../contract/list.ts'
import type { ListDefinition, ListReply } from '../list-definition.ts'
import type { ListSearch } from '../list-search.ts'
import { placeOf, setWalk, walkNow } from './walk.ts'
import { walkOf } from './walk-pages.ts'

/**
 * Starts a walk when a list is left for one of its records, by row, key or menu.
 * @param reply what the list shows
 * @param focusedIndex the opened row, in case several lead to the same record
 */
export function useWalkStart<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  list: ListDefinition<Query, Reply, Key>,
  search: ListSearch,
  reply: Reply | undefined,
  focusedIndex: number,
) {
  const router = useRouter()
  // The list's own path: once left, the URL is already the next page's.
  const path = useMatch({ strict: false, select: (match) => match.pathname })
  const left = useRef({ list, search, reply, focusedIndex, path })
  useLayoutEffect(() => {
    left.current = { list, search, reply, focusedIndex, path }
  })
  useLayoutEffect(() => {
    const before = walkNow()
    return () => {
      const { list, search, reply, focusedIndex, path } = left.current
      if (!reply || !list.href) return
      const walk = { ...walkOf(list, path, search, reply), at: focusedIndex }
      const { pathname } = router.latestLocation
      const at = placeOf(walk, pathname)
      const begun = walkNow()
      // Keep a walk started meanwhile through pasted records.
      const isBegun = begun !== null && begun !== before && placeOf(begun, pathname) >= 0
      if (at >= 0 && !isBegun) setWalk({ ...walk, at })
    }
  }, [router])
}
