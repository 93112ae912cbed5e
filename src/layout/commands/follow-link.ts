import type { AnyRouter } from '@tanstack/react-router'

const lookEvery = 100
/** What is sought counts as missing after this long (ms) without loading. */
const stillFor = 1000
const timeoutMs = 15_000

let latest = 0

/** A link in the address's fragment, followed until the next one, or until the person goes elsewhere. */
export function followLink(router: AnyRouter, isFetching: () => boolean) {
  const own = ++latest
  const { pathname } = router.state.location
  const isLeft = () => own !== latest || router.state.location.pathname !== pathname
  return {
    isLeft,
    /** What is found once it is on screen; null if everything loaded without it or the person left. */
    find: async <Found>(look: () => Found | null | undefined): Promise<Found | null> => {
      let still = 0
      for (let waited = 0; waited < timeoutMs && still < stillFor && !isLeft(); waited += lookEvery) {
        const found = look()
        if (found) return found
        still = router.state.status === 'idle' && !isFetching() ? still + lookEvery : 0
        await new Promise((resolve) => setTimeout(resolve, lookEvery))
      }
      return null
    },
    /** Removes the link from the address without a history entry, so neither Back nor a reload opens it again. */
    takeOff: () => {
      const { pathname, searchStr } = router.state.location
      return router.navigate({ href: `${pathname}${searchStr}`, replace: true, resetScroll: false })
    },
  }
}
