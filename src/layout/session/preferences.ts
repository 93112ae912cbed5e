import { sendPreferences } from '../../api/preferences.ts'
import { apiHas } from '../../api/features.ts'
import { Preferences, type PreferencesChange, withChange } from '../../contract/preferences.ts'
import { readStored, writeStored } from '../kit/browser-storage.ts'
import { createStore, useStore } from '../kit/store.ts'
import { toastError } from '../kit/toasts.tsx'

/** What shows: what the server keeps, and on top of it what is on its way there. */
const shown = createStore<Preferences>({})
let kept: Preferences = {}
let onTheirWay: readonly PreferencesChange[] = []
let sending: Promise<unknown> = Promise.resolve()
/** Where this browser keeps them for a person; null where the server does. */
let storedAs: string | null = null

/** What the person who is signed in has set up. */
export const preferencesNow = () => shown.get()
export const usePreferences = () => useStore(shown)

/** Takes over the preferences of the person who has signed in. Another admin API keeps none: this browser does then (ruling 56). */
export function startPreferences(preferences: Preferences | undefined, userId: number) {
  onTheirWay = []
  storedAs = preferences && apiHas('preferences') ? null : `config.preferences.${userId}`
  keep(storedAs === null ? (preferences ?? {}) : readKept(storedAs))
}

/** What this browser has kept; nothing of it where another program, or a later version, wrote it. */
function readKept(key: string): Preferences {
  try {
    return Preferences.parse(JSON.parse(readStored(key) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * Changes preferences: it shows at once and is then kept by the server, one change after the other. One that can't be kept is
 * taken back and told. Where the server keeps none this browser does.
 * @returns whether it lasts: what says that something was done waits for it
 */
export function savePreferences(change: PreferencesChange): Promise<boolean> {
  if (storedAs !== null) {
    keep(withChange(kept, change))
    writeStored(storedAs, JSON.stringify(kept))
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
