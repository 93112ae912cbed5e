import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { WalkHandle } from '../../../commands/engine/context.ts'
import { useWalkHandle } from '../../commands/use-commands.ts'
import { say } from '../../kit/notice.ts'
import { whenIdle } from '../../kit/when-idle.ts'
import { noteList } from '../last-list.ts'
import { rememberRow } from '../use-focused-row.ts'
import { withPage } from './more-rows.ts'
import { hasMore, listHrefAt, neighbour, placeOf, setWalk, type Walk, walkNow } from './walk.ts'
import type { WalkPlace } from './walk-place.ts'

/** The most pages one step searches for another record. */
const maxPages = 5

/**
 * Walks to the record's neighbours and preloads them on idle. A walk is one history entry, so Back leads to the list.
 */
export function useWalk(place: WalkPlace | null): WalkHandle | null {
  const router = useRouter()
  const queryClient = useQueryClient()

  const handle = useMemo<WalkHandle | null>(() => {
    if (!place) return null

    /** One more page, even after a reload, when the list's code isn't loaded yet. */
    const extendedAnyhow = async (walk: Walk, by: 1 | -1) => {
      const more = await extended(queryClient, walk, by)
      if (more || !walk.list) return more
      await router.preloadRoute({ to: walk.list.path, search: walk.list.search as never })
      return extended(queryClient, walk, by)
    }
    const goTo = (next: Walk, at: number) => {
      const row = next.rows[at]
      if (!row?.href) return
      setWalk({ ...next, at })
      const { list } = next
      if (list) {
        const [path = '', search] = (listHrefAt(next, at) ?? '').split('?')
        noteList(path, search === undefined ? '' : `?${search}`)
        rememberRow(list.id, { id: row.id, index: (next.first + at - 1) % list.perPage })
      }
      void router.navigate({ href: withTab(row.href, router.latestLocation), replace: true })
    }
    // From the latest location, not the screen: a second press may come before the next record renders.
    const step = async (by: 1 | -1) => {
      const { pathname } = router.latestLocation
      let walk = walkNow()
      for (let pages = 0; walk; pages++) {
        const from = placeOf(walk, pathname)
        if (from < 0) return
        const at = neighbour(walk, from, by)
        if (at !== null) return goTo(walk, at)
        if (!hasMore(walk, by)) return say(whyNot(by))
        if (pages === maxPages)
          return say(`The ${by > 0 ? 'next' : 'previous'} pages of the list lead here as well. Press again to look further.`)
        walk = await extendedAnyhow(walk, by).catch(() => null)
        if (router.latestLocation.pathname !== pathname) return
      }
      say(`The ${by > 0 ? 'next' : 'previous'} page of the list could not be loaded. Open the list to continue.`)
    }
    return {
      step: (by) => void step(by),
      whyNot: (by) => {
        const walk = walkNow()
        const from = walk ? placeOf(walk, router.latestLocation.pathname) : -1
        return walk && from >= 0 && neighbour(walk, from, by) === null && !hasMore(walk, by) ? whyNot(by) : null
      },
    }
  }, [place, queryClient, router])
  useWalkHandle(handle)

  // Once per record: if all rows lead to the same one, the search for the next would never end.
  const fetchedFor = useRef<string | null>(null)
  useEffect(() => {
    if (!place) return
    return whenIdle(() => {
      const { walk, index } = place
      const here = walk.rows[index]?.href ?? null
      for (const by of [1, -1] as const) {
        const href = walk.rows[neighbour(walk, index, by) ?? -1]?.href
        if (href) void router.preloadRoute({ to: href })
        else if (hasMore(walk, by) && fetchedFor.current !== here) {
          fetchedFor.current = here
          // If this fails, the step itself retries.
          extended(queryClient, walk, by).catch(() => {})
        }
      }
    })
  }, [place, queryClient, router])

  return handle
}

/** The walk with one more page; null if that isn't possible. */
async function extended(client: QueryClient, from: Walk, by: 1 | -1): Promise<Walk | null> {
  const more = await withPage(client, from, by)
  // Don't overwrite a walk started elsewhere meanwhile.
  if (more && walkNow() === from) setWalk(more)
  return more
}

const whyNot = (by: 1 | -1) => (by > 0 ? 'This is the last in the list.' : 'This is the first in the list.')

/** Keeps the tab if the next record's page is of the same kind. */
function withTab(href: string, { pathname, search }: { pathname: string; search: Record<string, unknown> }): string {
  const parent = (path: string) => path.slice(0, path.lastIndexOf('/'))
  const tab = search['tab']
  return typeof tab === 'string' && parent(href) === parent(pathname) ? `${href}?tab=${encodeURIComponent(tab)}` : href
}
