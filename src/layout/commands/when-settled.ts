import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds after which what can wait waits no longer, whatever is still under way. */
const longestWait = 1000

/**
 * Acts once, when what is on screen has got what it asked for and the browser has nothing else to do. What it returns calls it off.
 */
export function whenSettled(queryClient: QueryClient, act: () => void): () => void {
  let cancelIdle = () => {}
  const settle = () => {
    stop()
    cancelIdle = onIdle(act)
  }
  const timer = setTimeout(settle, longestWait)
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

function onIdle(act: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 100)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: longestWait })
  return () => cancelIdleCallback(handle)
}
