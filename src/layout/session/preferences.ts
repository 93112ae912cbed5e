import { apiHas } from '../../api/features.ts'
import { sendPreferences } from '../../api/preferences.ts'
import { Preferences, type PreferencesChange, withChange } from '../../contract/preferences.ts'
import { readStored, writeStored } from '../kit/browser-storage.ts'
import { createStore, useStore } from '../kit/store.ts'
import { toastError } from '../kit/toasts.tsx'

/** What shows: the server's preferences plus pending changes. */
const shown = createStore<Preferences>({})
let kept: Preferences = {}
let onTheirWay: readonly PreferencesChange[] = []
let sending: Promise<unknown> = Promise.resolve()
/** The storage key if this browser keeps them; null if the server does. */
let storedAs: string | null = null

export const preferencesNow = () => shown.get()
export const usePreferences = () => useStore(shown)

/** Takes over preferences after sign-in. If the admin API keeps none, this browser does (ruling 56). */
export function startPreferences(preferences: Preferences | undefined, userId: number) {
  onTheirWay = []
  storedAs = preferences && apiHas('preferences') ? null : `config.preferences.${userId}`
  keep(storedAs === null ? (preferences ?? {}) : readKept(storedAs))
}

/** Preferences stored in this browser; empty if they can't be read. */
function readKept(key: string): Preferences {
  try {
    return Preferences.parse(JSON.parse(readStored(key) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * Changes preferences: shown at once, saved one after the other. A failed save is undone with a toast. If the server
 * keeps none, this browser does.
 * @returns whether it was saved; wait for it before confirming
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
    // Somebody else has signed in; it isn't their change.
    if (!onTheirWay.includes(change)) return false
    try {
      const reply = await sendPreferences(change)
      settle(change, reply)
      return true
    } catch (error) {
      settle(change, kept)
      toastError('Your settings were not saved', error)
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
