import type { QueryClient } from '@tanstack/react-query'
import { whenIdle } from '../kit/when-idle.ts'

/** Milliseconds after which it runs even if something is still loading. */
const timeoutMs = 1000

/** Runs `act` once, when all queries have settled and the browser is idle. Returns a function that cancels it. */
export function whenSettled(queryClient: QueryClient, act: () => void): () => void {
  let cancelIdle = () => {}
  const settle = () => {
    stop()
    cancelIdle = whenIdle(act)
  }
  const timer = setTimeout(settle, timeoutMs)
  const unsubscribe = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching() === 0) settle()
  })
  const stop = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  if (queryClient.isFetching() === 0) settle()
  return () => {
    stop()
    cancelIdle()
  }
}
