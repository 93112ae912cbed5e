import { changePreferences, type PreferencesChange } from '../contract/preferences.ts'
import { call } from './client.ts'

/** Milliseconds to wait for a reply, as changes queue behind each other. */
const timeoutMs = 15_000

/** Changes one's own preferences and returns all of them. Throws TimeoutError after 15 seconds. */
export const sendPreferences = (body: PreferencesChange) => call(changePreferences, { body, signal: AbortSignal.timeout(timeoutMs) })
