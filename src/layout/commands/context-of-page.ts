import { useEffect, useState } from 'react'
import type { CommandContext } from '../../commands/engine/context.ts'
import { comingOnScreen } from './on-screen.ts'

/** What is on screen when the palette opens, and again when a record arrives that the page was still loading. */
export function useContextOfPage(contextNow: () => CommandContext): CommandContext {
  const [context, setContext] = useState(contextNow)
  const [wasComing] = useState(isComing)
  useEffect(() => {
    if (!wasComing) return
    const look = () => {
      if (isComing()) return
      unsubscribe()
      // The record is registered right after it stops being awaited.
      queueMicrotask(() => setContext(contextNow))
    }
    const unsubscribe = comingOnScreen.subscribe(look)
    look()
    return unsubscribe
  }, [wasComing, contextNow])
  return context
}

const isComing = () => comingOnScreen.all().length > 0

/** Whether the page behind the palette has loaded what it was loading when the palette opened. */
export function useHasLoaded({ queryClient }: CommandContext): boolean {
  const [hasLoaded, setLoaded] = useState(queryClient.isFetching() === 0)
  useEffect(() => {
    if (hasLoaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      // After what arrived has been rendered.
      if (queryClient.isFetching() === 0) timer = setTimeout(() => setLoaded(true))
    }
    look()
    const unsubscribe = queryClient.getQueryCache().subscribe(look)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [queryClient, hasLoaded])
  return hasLoaded
}
