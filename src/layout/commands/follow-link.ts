import type { AnyRouter } from '@tanstack/react-router'
import { ofVisit } from '../../api/visit.ts'

/** What is sought counts as missing once nothing has loaded or changed for this long (ms). */
const stillFor = 1000
const timeoutMs = 15_000

/** The link that is followed, by an object of its own. */
const followed = ofVisit((): { link: object } => ({ link: {} }))

/** A link in the address's fragment, followed until the next one, or until the person goes elsewhere. */
export function followLink(router: AnyRouter, isFetching: () => boolean) {
  const own = {}
  followed().link = own
  const { pathname } = router.state.location
  const isLeft = () => own !== followed().link || router.state.location.pathname !== pathname
  const isLoading = () => router.state.status !== 'idle' || isFetching()
  return {
    isLeft,
    /** What is found once it is on screen; null if everything loaded without it or the person left. */
    find: <Found>(look: () => Found | null | undefined): Promise<Found | null> =>
      new Promise((resolve) => {
        let still: ReturnType<typeof setTimeout> | undefined
        const observer = new MutationObserver(check)
        const timeout = setTimeout(end, timeoutMs, null)
        function end(found: Found | null) {
          observer.disconnect()
          clearTimeout(still)
          clearTimeout(timeout)
          resolve(found)
        }
        function check() {
          clearTimeout(still)
          const found = isLeft() ? null : look()
          if (found || isLeft()) return end(found ?? null)
          still = setTimeout(() => (isLoading() ? check() : end(look() ?? null)), stillFor)
        }
        observer.observe(document.body, { childList: true, subtree: true })
        check()
      }),
    /** Removes the link from the address without a history entry, so neither Back nor a reload opens it again. */
    takeOff: () => {
      const { pathname, searchStr } = router.state.location
      return router.navigate({ href: `${pathname}${searchStr}`, replace: true, resetScroll: false })
    },
  }
}
