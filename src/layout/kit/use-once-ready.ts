import { useEffect, useEffectEvent } from 'react'

/**
 * Acts on what was asked ahead of its answer as soon as that is there. After the effects: acting may unmount the component, which has to
 * be gone before what it starts.
 * @param awaited null: nothing
 */
export function useOnceReady<Awaited>(awaited: Awaited | null, isReady: boolean, act: (awaited: Awaited) => void) {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (awaited === null || !isReady) return
    let isCurrent = true
    queueMicrotask(() => isCurrent && run(awaited))
    return () => {
      isCurrent = false
    }
  }, [awaited, isReady])
}
