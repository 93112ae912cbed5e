import { createStore } from '../commands/store.ts'

/** Whether the settings panel is open. */
export const settingsOpen = createStore(false)
