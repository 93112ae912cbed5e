/** Measures inside the page, in milliseconds of the page's own clock. */
export interface PageClock {
  /**
   * Starts at the next keydown of this key (its `key`) and ends with the painted frame in which `isThere` first holds.
   */
  arm(key: string, isThere: () => boolean): void
  /** The measured time, from the key to the painted frame. */
  result(): Promise<number>
  /** When the next frame was painted. */
  frame(): Promise<number>
}

declare global {
  interface Window {
    pageClock: PageClock
  }
}

/**
 * Runs before any page script. A frame counts as painted when a message posted in its animation callback arrives: that
 * is the first task after style, layout and paint.
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
    frame,
    arm(key, isThere) {
      current = new Promise((resolve, reject) => {
        // Also if the key or a frame never comes.
        const timer = setTimeout(() => reject(new Error(`nothing to see 15 s after ${key}`)), 15_000)
        const begin = (event: KeyboardEvent) => {
          if (event.key !== key) return
          window.removeEventListener('keydown', begin, true)
          const start = event.timeStamp
          const look = async (): Promise<void> => {
            const painted = await frame()
            if (!isThere()) return look()
            clearTimeout(timer)
            resolve(painted - start)
          }
          void look()
        }
        window.addEventListener('keydown', begin, true)
      })
    },
    result: () => current ?? Promise.reject(new Error('nothing is being measured')),
  }
}
