import { createStore } from '../kit/store.ts'

/** The row chosen by the person, valid for its text only. Kept here to survive acting on a record. */
export const choice = createStore<{ text: string; value: string } | null>(null)
