import type { QueryKey } from '@tanstack/react-query'
import { useMatch, useRouter } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect, useMemo } from 'react'
import type { ListRequest } from '../../../contract/list.ts'
import type { ListDefinition, ListReply } from '../list-definition.ts'
import type { ListSearch } from '../list-search.ts'
import { listHrefAt, placeOf, setWalk, useWalkStore, type Walk, walkNow } from './walk.ts'
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
  const leave = useEffectEvent((before: Walk | null) => {
    if (!reply || !list.href) return
    const walk = { ...walkOf(list, path, search, reply), at: focusedIndex }
    const { pathname } = router.latestLocation
    const at = placeOf(walk, pathname)
    const now = walkNow()
    // Keep a walk started meanwhile through pasted records.
    const isStarted = now !== null && now !== before && placeOf(now, pathname) >= 0
    if (at >= 0 && !isStarted) setWalk({ ...walk, at })
  })
  useLayoutEffect(() => {
    const before = walkNow()
    return () => leave(before)
  }, [])
}

/** The current record's place in the list it was opened from. */
export interface WalkPlace {
  walk: Walk
  index: number
  /** The list on this record's page, or null. */
  listHref: string | null
}

/** The walk of this page's record; null if it wasn't opened from a list. */
export function useWalkPlace(): WalkPlace | null {
  const walk = useWalkStore()
  const path = useMatch({ strict: false, select: (match) => match.pathname })
  return useMemo(() => {
    const index = walk ? placeOf(walk, path) : -1
    return walk && index >= 0 ? { walk, index, listHref: listHrefAt(walk, index) } : null
  }, [walk, path])
}
