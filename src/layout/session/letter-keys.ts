import { preferencesNow, savePreferences } from './preferences.ts'

/** Switches keys of single characters off or on, for this person everywhere; answers whether they are on now, null where that could not be kept. */
export async function toggleLetterKeys(): Promise<boolean | null> {
  const letterKeys = preferencesNow().letterKeys === false
  return (await savePreferences({ letterKeys })) ? letterKeys : null
}
