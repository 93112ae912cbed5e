import { changePreferences, type PreferencesChange } from '../contract/preferences.ts'
import { call } from './client.ts'

/** So long is waited for an answer, in ms: one change waits for the other. */
const longestWait = 15_000

/** Changes one's own preferences; answers all of them as the server has them now. Throws a TimeoutError after fifteen seconds. */
export const sendPreferences = (body: PreferencesChange) => call(changePreferences, { body, signal: AbortSignal.timeout(longestWait) })
