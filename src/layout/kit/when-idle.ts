/** Milliseconds after which a task runs even on a busy page. */
const timeoutMs = 1000

/** Runs a task when the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task, 100)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
