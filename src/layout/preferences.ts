import { sendPreferences } from '../api/preferences.ts'
import { type Preferences, type PreferencesChange, withChange } from '../contract/preferences.ts'
import { createStore, useStore } from './commands/store.ts'
import { toastError, toastSuccess } from './toasts.tsx'

/** What shows: what the server keeps, and on top of it what is on its way there. */
const shown = createStore<Preferences>({})
let kept: Preferences = {}
let onTheirWay: readonly PreferencesChange[] = []
let sending: Promise<unknown> = Promise.resolve()
/** How long they last: another admin API keeps none of them. */
let lasting: 'kept' | 'visit' | 'visit, as was said' = 'kept'

/** What the person who is signed in has set up. */
export const preferencesNow = () => shown.get()
export const usePreferences = () => useStore(shown)

/** Takes over the preferences of the person who has signed in; undefined where the server keeps none. */
export function startPreferences(preferences: Preferences | undefined) {
  onTheirWay = []
  lasting = preferences ? 'kept' : 'visit'
  keep(preferences ?? {})
}

/**
 * Changes preferences: it shows at once and is then kept by the server, one change after the other. One that can't be kept is
 * taken back and told. Where the server keeps none it lasts for this visit, which is said once.
 * @returns whether it lasts: what says that something was done waits for it
 */
export function savePreferences(change: PreferencesChange): Promise<boolean> {
  if (lasting !== 'kept') {
    if (lasting === 'visit') toastSuccess('Settings last for this visit only.')
    lasting = 'visit, as was said'
    keep(withChange(kept, change))
    return Promise.resolve(true)
  }
  onTheirWay = [...onTheirWay, change]
  show()
  const sent = sending.then(async () => {
    // Somebody else has signed in meanwhile: it was not their choice.
    if (!onTheirWay.includes(change)) return false
    try {
      const reply = await sendPreferences(change)
      settle(change, reply)
      return true
    } catch (error) {
      settle(change, kept)
      toastError('Your settings were not kept', error)
      return false
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
