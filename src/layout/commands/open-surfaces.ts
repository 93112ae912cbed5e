import { createStore } from '../kit/store.ts'

/** Which surfaces are open. Those that belong to something have a file each: palette, menu, questions, bulk changes. */
export const cheatSheet = createStore(false)
export const undoList = createStore(false)
export const settingsOpen = createStore(false)
export const keyboardSettings = createStore(false)
