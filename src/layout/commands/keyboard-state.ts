import { createStore } from '../kit/store.ts'
import { preferencesNow, savePreferences } from '../session/preferences.ts'

/** Whether the settings of the keys are open. */
export const keyboardSettings = createStore(false)

/** Switches keys of single characters off or on, for this person everywhere; answers whether they are on now, null where that could not be kept. */
export async function toggleLetterKeys(): Promise<boolean | null> {
  const letterKeys = preferencesNow().letterKeys === false
  return (await savePreferences({ letterKeys })) ? letterKeys : null
}
