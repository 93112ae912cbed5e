import { useRouter } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect } from 'react'
import { ofVisit } from '../../api/visit.ts'

/** Each list's last URL and scroll offset in pixels. */
const left = ofVisit(() => new Map<string, { address: string; top: number }>())

/**
 * Restores a list's scroll position however it is reached; the
 * router does so only for Back. The focused row is always in view.
 */
export function useListScroll(listId: string, table: RefObject<HTMLElement | null>) {
  const router = useRouter()
  useLayoutEffect(() => {
    const before = left().get(listId)
    const restore = () => {
      stopRestoring()
      if (before?.address === router.latestLocation.href) window.scrollTo({ top: before.top })
      const { activeElement } = document
      if (table.current?.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' })
    }
    // Runs after the router has scrolled.
    const stopRestoring = router.subscribe('onRendered', restore)
    const stopNoting = router.subscribe('onBeforeLoad', ({ fromLocation }) => {
      stopRestoring()
      if (fromLocation) left().set(listId, { address: fromLocation.href, top: window.scrollY })
    })
    return () => {
      stopRestoring()
      stopNoting()
    }
  }, [router, listId, table])
}
