import { createStore } from '../kit/store.ts'

/** The row that a person has chosen, which holds for the text it was chosen on. It outlives what is looked at in between. */
export const choice = createStore<{ text: string; value: string } | null>(null)
