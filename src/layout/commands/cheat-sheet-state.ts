import { createStore } from '../kit/store.ts'

/** Whether the sheet of all keys is open. */
export const cheatSheet = createStore(false)
