import { preferencesNow, savePreferences } from './preferences.ts'

/** Toggles single-character keys for this person on all devices. Returns the new state, or null if it wasn't saved. */
export async function toggleLetterKeys(): Promise<boolean | null> {
  const letterKeys = preferencesNow().letterKeys === false
  return (await savePreferences({ letterKeys })) ? letterKeys : null
}
