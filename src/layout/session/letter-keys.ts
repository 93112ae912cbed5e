import { preferencesNow, savePreferences } from './preferences.ts'

export const hasLetterKeys = () => preferencesNow().letterKeys !== false

/** Toggles single-character keys for this person on all devices. Returns the new state, or null if it wasn't saved. */
export async function toggleLetterKeys(): Promise<boolean | null> {
  const letterKeys = !hasLetterKeys()
  return (await savePreferences({ letterKeys })) ? letterKeys : null
}
