import { changePreferences, type PreferencesChange } from '../contract/preferences.ts'
import { call } from './client.ts'

/** Changes one's own preferences; answers all of them as the server has them now. */
export const sendPreferences = (body: PreferencesChange) => call(changePreferences, { body })
