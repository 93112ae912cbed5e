import { sendPreferences } from '../api/preferences.ts'
import { type Preferences, type PreferencesChange, withChange } from '../contract/preferences.ts'
import { createStore, useStore } from './commands/store.ts'
import { toastError } from './toasts.tsx'

/** What shows: what the server keeps, and on top of it what is on its way there. */
const shown = createStore<Preferences>({})
let kept: Preferences = {}
let onTheirWay: readonly PreferencesChange[] = []
let sending: Promise<unknown> = Promise.resolve()

/** What the person who is signed in has set up. */
export const preferencesNow = () => shown.get()
export const usePreferences = () => useStore(shown)

/** Takes over the preferences of the person who has signed in. */
export function startPreferences(preferences: Preferences = {}) {
  onTheirWay = []
  keep(preferences)
}

/**
 * Changes preferences: it shows at once and is then kept by the server, one change after the other. One that can't be kept is
 * taken back and told.
 */
export function savePreferences(change: PreferencesChange): Promise<void> {
  onTheirWay = [...onTheirWay, change]
  show()
  const sent = sending.then(async () => {
    // Somebody else has signed in meanwhile: it was not their choice.
    if (!onTheirWay.includes(change)) return
    try {
      const reply = await sendPreferences(change)
      settle(change, reply)
    } catch (error) {
      settle(change, kept)
      toastError('Your settings were not kept', error)
    }
  })
  sending = sent
  return sent
}

function settle(change: PreferencesChange, reply: Preferences) {
  if (!onTheirWay.includes(change)) return
  onTheirWay = onTheirWay.filter((other) => other !== change)
  keep(reply)
}

function keep(preferences: Preferences) {
  kept = preferences
  show()
}

function show() {
  shown.set(onTheirWay.reduce(withChange, kept))
}
