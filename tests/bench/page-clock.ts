/** Takes times inside the page; what it answers is in milliseconds of the page's own clock. */
export interface PageClock {
  /**
   * Begins a measurement: the next keydown of this key (its `key`) starts it, and it ends with the frame in which `isThere`
   * first holds, once that frame has been handed over for painting.
   */
  arm(key: string, isThere: () => boolean): void
  /** Waits for the measurement that was begun: from the key to the painted frame. */
  result(): Promise<number>
}

declare global {
  interface Window {
    pageClock: PageClock
  }
}

/**
 * Runs in the page before anything else. A frame counts as painted in the first task after its animation callbacks, style,
 * layout and paint: a message posted in the callback comes back then.
 */
export function installPageClock(): void {
  let current: Promise<number> | null = null
  const frame = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now()), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    })
  window.pageClock = {
    arm(key, isThere) {
      current = new Promise((resolve, reject) => {
        const begin = (event: KeyboardEvent) => {
          if (event.key !== key) return
          window.removeEventListener('keydown', begin, true)
          const start = event.timeStamp
          const look = async (): Promise<void> => {
            const painted = await frame()
            if (isThere()) resolve(painted - start)
            else if (painted - start > 15_000) reject(new Error(`nothing to see 15 s after ${key}`))
            else await look()
          }
          void look()
        }
        window.addEventListener('keydown', begin, true)
      })
    },
    result: () => current ?? Promise.reject(new Error('nothing is being measured')),
  }
}
