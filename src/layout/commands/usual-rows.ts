import { usualRow, withChosen } from '../../commands/text/usual-rows.ts'
import { preferencesNow, savePreferences } from '../session/preferences.ts'

/** The row that this person usually chooses for a text; null if there is none. */
export const usualNow = (typed: string): string | null => usualRow(preferencesNow().usual ?? {}, typed)

/**
 * Keeps with the account what was chosen for a text.
 * @param row null for one that is not learned
 */
export function noteChosen(typed: string, row: string | null): void {
  const usual = withChosen(preferencesNow().usual ?? {}, typed, row)
  if (usual) void savePreferences({ usual })
}
