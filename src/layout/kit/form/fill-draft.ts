import { createStore, useStore } from '../store.ts'
import { readDraft, type Values, writeDraft } from './draft.ts'

const fills = createStore(0)

/** The key of a form that may be filled from elsewhere: it mounts again then, and reads its draft. */
export const useFormKey = () => useStore(fills)

/** What stands unsaved in a form of a record. */
export const keptIn = (userId: number, form: string) => (readDraft(userId, form)?.['typed'] ?? {}) as Values

/** Begins a form of a record with these values, beside what is typed there already. */
export function fillDraft(userId: number, form: string, values: Values) {
  writeDraft(userId, form, { ...readDraft(userId, form), typed: { ...keptIn(userId, form), ...values } })
  fills.set(fills.get() + 1)
}
