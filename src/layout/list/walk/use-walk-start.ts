import type { QueryKey } from '@tanstack/react-query'
import { useMatch, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import type { ListRequest } from '../../../contract/list.ts'
import type { ListDefinition, ListReply } from '../list-definition.ts'
import type { ListSearch } from '../list-search.ts'
import { placeOf, setWalk, walkNow } from './walk.ts'
import { walkOf } from './walk-pages.ts'

/**
 * Begins a walk where a list is left for one of its records, by whatever way: its row, a key, a menu.
 * @param reply what the list shows
 * @param focusedIndex the row that was opened, where several lead to the same record
 */
export function useWalkStart<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  list: ListDefinition<Query, Reply, Key>,
  search: ListSearch,
  reply: Reply | undefined,
  focusedIndex: number,
) {
  const router = useRouter()
  // The list's own path: the address is the next page's already once it is left.
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
      // A walk that was begun meanwhile, through records that were pasted, stands.
      const isBegun = begun !== null && begun !== before && placeOf(begun, pathname) >= 0
      if (at >= 0 && !isBegun) setWalk({ ...walk, at })
    }
  }, [router])
}
