import { visitStore } from '../session/visit.ts'

/** Which surfaces are open. Those with more state have their own file: palette, menu, questions, bulk changes. */
export const cheatSheet = visitStore<boolean>(() => false)
export const undoList = visitStore<boolean>(() => false)
export const settingsOpen = visitStore<boolean>(() => false)
export const keyboardSettings = visitStore<boolean>(() => false)
