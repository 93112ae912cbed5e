import { useRef, useState } from 'react'
import { clearStored, readStored, writeStored } from '../browser-storage.ts'

/**
 * Unsaved form input, kept for the tab, so it survives an expired session and a reload (ruling 12). Drafts are per
 * person and dropped on sign-out. Passwords are never kept.
 */
const prefix = 'draft.'
const keyOf = (userId: number, form: string) => `${prefix}${userId}.${form}`

export type Values = Record<string, unknown>

/** The draft of a form, or null if there is none or storage can't be read. */
export function readDraft(userId: number, form: string): Values | null {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf(userId, form), 'sessionStorage') ?? 'null')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Values) : null
  } catch {
    return null
  }
}

/** Keeps a draft, without fields named like a password, secret or code. */
export function writeDraft(userId: number, form: string, values: Values) {
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !/password|secret|code$/i.test(name)))
  writeStored(keyOf(userId, form), JSON.stringify(kept), 'sessionStorage')
}

export function dropDraft(userId: number, form: string) {
  writeStored(keyOf(userId, form), null, 'sessionStorage')
}

export const clearDrafts = (userId: number) => clearStored(`${prefix}${userId}.`, 'sessionStorage')

/**
 * A form's values, kept as a draft on every change.
 * @param form names the form and its record: `customer.8812.info`
 */
export function useDraft<FormValues extends Values>(userId: number, form: string, initial: FormValues) {
  const [values, setValues] = useState<FormValues>(() => ({ ...initial, ...knownOf(readDraft(userId, form), initial) }))
  // A save that ends later must see what was typed meanwhile.
  const latest = useRef(values)
  const change = (changed: Partial<FormValues>) => {
    const next = { ...latest.current, ...changed }
    latest.current = next
    setValues(next)
    writeDraft(userId, form, next)
  }
  return {
    values,
    change,
    /**
     * After saving in a form that stays open: resets fields still as sent, keeps what was typed since.
     * @returns whether anything was typed since
     */
    saved(sent: FormValues): boolean {
      const since = Object.entries(latest.current).filter(([name, value]) => value !== sent[name])
      change({ ...initial, ...Object.fromEntries(since) })
      if (since.length === 0) dropDraft(userId, form)
      return since.length > 0
    },
    /** After saving: drops the draft but leaves the values. */
    drop: () => dropDraft(userId, form),
  }
}

/** The draft's fields that the form still has; a release may have changed the form. */
function knownOf<FormValues extends Values>(draft: Values | null, initial: FormValues): Partial<FormValues> {
  return Object.fromEntries(Object.entries(draft ?? {}).filter(([name]) => name in initial)) as Partial<FormValues>
}
