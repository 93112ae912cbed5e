import { createStore, useStore } from '../store.ts'
import { readDraft, type Values, writeDraft } from './draft.ts'

const fills = createStore(0)

/** The key of a form that may be filled from elsewhere: it mounts again then, and reads its draft. */
export const useFormKey = () => useStore(fills)

const isOpen = (form: string) => document.querySelector(`form[data-draft="${form}"]`) !== null

/**
 * Begins a form of a record with these values, beside what is typed there if it is open. What was left unsaved in it some other
 * time is dropped, or it would be saved together with them.
 */
export function fillDraft(userId: number, form: string, values: Values) {
  const kept = isOpen(form) ? readDraft(userId, form) : null
  writeDraft(userId, form, { ...kept, typed: { ...(kept?.['typed'] as Values | undefined), ...values } })
  fills.set(fills.get() + 1)
}
