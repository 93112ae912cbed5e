import { createStore, useStore } from '../store.ts'
import { readDraft, type Values, writeDraft } from './draft.ts'

const fills = createStore(0)

/** The key of a form that may be filled from elsewhere: it mounts again then, and reads its draft. */
export const useFormKey = () => useStore(fills)

/** Begins a form of a record with these values, beside what is typed there already. */
export function fillDraft(userId: number, form: string, values: Values) {
  const kept = readDraft(userId, form)
  writeDraft(userId, form, { ...kept, typed: { ...(kept?.['typed'] as Values | undefined), ...values } })
  fills.set(fills.get() + 1)
}
