import { createStore } from './store.ts'

const shownFor = 4000

/** What the keyboard has to say: why a key did nothing. It is shown at the bottom of the screen and read aloud. */
export const notice = createStore<string | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a text for four seconds, in place of the one before. */
export function say(text: string) {
  clearTimeout(timer)
  // Emptied first: a screen reader reads the same text a second time only when it changes.
  notice.set(null)
  notice.set(text)
  timer = setTimeout(() => notice.set(null), shownFor)
}

/** For a part whose code could not be fetched: only that part is missing. */
export function sayNotLoaded() {
  say('This part of the console could not be loaded. Check the connection, or reload the page after an update.')
}
