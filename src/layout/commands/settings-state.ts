import { createStore } from '../kit/store.ts'

/** Whether the settings panel is open. */
export const settingsOpen = createStore(false)
