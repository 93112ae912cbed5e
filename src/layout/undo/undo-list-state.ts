import { createStore } from '../commands/store.ts'

/** Whether the list of what can be undone is open. */
export const undoList = createStore(false)
