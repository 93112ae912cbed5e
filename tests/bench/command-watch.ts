/** What a page tells of a command that was called. */
export interface Feedback {
  /** Ids of the commands that were called. */
  called: string[]
  /** Milliseconds from the key to the painted frame that shows something else than before; null if none did in time. */
  painted: number | null
}

declare global {
  interface Window {
    commandWatch: {
      called: string[]
      /** The commands that are ready now, with their titles; set by the console. */
      readyNow?: () => { id: string; title: string }[]
      /** Watches from the next keydown of this key on. */
      arm(key: string): void
      feedback(): Promise<Feedback>
      /** What a person could tell two moments apart by. */
      look(): string
      /** Resolves once nothing loads and the page has looked the same for a moment. */
      settled(): Promise<void>
    }
  }
}

/** Runs before any page script, as the page clock does. */
export function installCommandWatch(): void {
  const limits = { begins: 500, shows: 3000, settles: 250 }
  let tabs = 0
  window.open = () => {
    tabs += 1
    return null
  }
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
  const announced = () => texts('[role=status]').join('')
  const look = () =>
    JSON.stringify([
      location.href,
      texts('main h1, [role=dialog], [role=alertdialog], [role=menu], [data-sonner-toast], main [role=tab][aria-selected=true]'),
      [...document.querySelectorAll('main *')].indexOf(document.activeElement ?? document.body),
      [...document.querySelectorAll('main tbody tr')].findIndex((row) => row.hasAttribute('data-focused')),
      document.querySelectorAll('main :checked').length,
      document.querySelector('[data-color-mode]')?.getAttribute('data-color-mode'),
      document.fullscreenElement !== null,
      document.activeElement?.tagName,
      document.querySelector('main')?.scrollTop,
    ])
  let pending: Promise<Feedback> | null = null
  window.commandWatch = {
    called: [],
    look,
    async settled() {
      let [before, since] = [look(), performance.now()]
      while (performance.now() - since < limits.settles) {
        await window.pageClock.frame()
        const isLoading = document.querySelector('[aria-busy=true]') !== null
        const now = look()
        if (isLoading || now !== before) [before, since] = [now, performance.now()]
      }
    },
    arm(key) {
      window.commandWatch.called = []
      pending = new Promise((resolve) => {
        const onKey = (event: KeyboardEvent) => {
          if (event.key !== key) return
          window.removeEventListener('keydown', onKey, true)
          const [before, announcedBefore, tabsBefore] = [look(), announced(), tabs]
          // The keys so far are shown until the last one is pressed: that they vanish tells nothing.
          const isSeen = () => look() !== before || tabs > tabsBefore || (announced() !== '' && announced() !== announcedBefore)
          const next = () => {
            void window.pageClock.frame().then((now) => {
              const taken = now - event.timeStamp
              const { called } = window.commandWatch
              if (called.length > 0 && isSeen()) resolve({ called, painted: taken })
              else if (taken > (called.length > 0 ? limits.shows : limits.begins)) resolve({ called, painted: null })
              else next()
            })
          }
          next()
        }
        window.addEventListener('keydown', onKey, true)
      })
    },
    feedback: () => pending ?? Promise.reject(new Error('nothing is watched')),
  }
}
