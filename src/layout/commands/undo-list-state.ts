import { createStore } from '../kit/store.ts'

/** Whether the list of what can be undone is open. */
export const undoList = createStore(false)
