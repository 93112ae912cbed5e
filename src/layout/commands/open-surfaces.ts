import { createStore } from '../kit/store.ts'

/** Which surfaces are open. Those with more state have their own file: palette, menu, questions, bulk changes. */
export const cheatSheet = createStore(false)
export const undoList = createStore(false)
export const settingsOpen = createStore(false)
export const keyboardSettings = createStore(false)
