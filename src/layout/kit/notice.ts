import { reloadAfterDeploy } from './stale-chunks.ts'
import { createStore } from './store.ts'

const shownFor = 4000

/** Why a key did nothing: shown at the bottom of the screen and read out. */
export const notice = createStore<string | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a text for four seconds, replacing any other. */
export function say(text: string) {
  clearTimeout(timer)
  // Cleared first, or screen readers wouldn't read the same text twice.
  notice.set(null)
  notice.set(text)
  timer = setTimeout(() => notice.set(null), shownFor)
}

/** Says that part of the console failed to load, and reloads if that is because of a new deploy. */
export function sayNotLoaded() {
  say('This part of the console could not be loaded. Check the connection, or reload the page.')
  void reloadAfterDeploy()
}
