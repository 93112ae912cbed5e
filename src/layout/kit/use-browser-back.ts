import { useRouter } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect } from 'react'

/** Has the browser's Back do this while mounted; the page stays. It adds nothing to the history, so there is nothing to take out. */
export function useBrowserBack(onBack: () => void) {
  const { history } = useRouter()
  const back = useEffectEvent(onBack)
  useLayoutEffect(
    () =>
      history.block({
        blockerFn: ({ action }) => {
          if (action !== 'BACK') return false
          back()
          return true
        },
        enableBeforeUnload: false,
      }),
    [history],
  )
}
