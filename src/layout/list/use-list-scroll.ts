import { useRouter } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect } from 'react'
import { forgetAtEnd } from '../session/visit.ts'

/** Where every list of this visit was left: its address, and how far it was scrolled, in pixels. */
const left = new Map<string, { address: string; top: number }>()
forgetAtEnd(() => left.clear())

/**
 * Coming back to a list finds it scrolled as it was left, whichever way one comes: the router restores what Back leads to, and goes to
 * the top for a link. The focused row is in sight in any case.
 */
export function useListScroll(listId: string, table: RefObject<HTMLElement | null>) {
  const router = useRouter()
  useLayoutEffect(() => {
    const before = left.get(listId)
    const restore = () => {
      stopRestoring()
      if (before?.address === router.latestLocation.href) window.scrollTo({ top: before.top })
      const { activeElement } = document
      if (table.current?.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' })
    }
    // After the router has scrolled.
    const stopRestoring = router.subscribe('onRendered', restore)
    const stopNoting = router.subscribe('onBeforeLoad', ({ fromLocation }) => {
      stopRestoring()
      if (fromLocation) left.set(listId, { address: fromLocation.href, top: window.scrollY })
    })
    return () => {
      stopRestoring()
      stopNoting()
    }
  }, [router, listId, table])
}
