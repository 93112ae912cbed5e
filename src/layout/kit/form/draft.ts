import { useRef, useState } from 'react'

/**
 * What was typed into a form and not yet saved, kept for the tab: it survives a session that expires and a reload (ruling
 * 12). Drafts belong to one person and are dropped when that person signs out. Passwords are never kept.
 */
const prefix = 'draft.'
const keyOf = (userId: number, form: string) => `${prefix}${userId}.${form}`

type Values = Record<string, unknown>

/** The draft of a form, or null where there is none or storage cannot be read. */
export function readDraft(userId: number, form: string): Values | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, form)) ?? 'null')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Values) : null
  } catch {
    return null
  }
}

/** Keeps a draft. Fields whose name speaks of a password, a secret or a code are left out. */
export function writeDraft(userId: number, form: string, values: Values) {
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !/password|secret|code$/i.test(name)))
  try {
    sessionStorage.setItem(keyOf(userId, form), JSON.stringify(kept))
  } catch {
    // Storage full or forbidden: the form works, without a net.
  }
}

/** Drops the draft of a form: it was saved or given up. */
export function dropDraft(userId: number, form: string) {
  try {
    sessionStorage.removeItem(keyOf(userId, form))
  } catch {
    // Nothing was kept, so nothing has to go.
  }
}

/** Drops all drafts of a person, who signed out. */
export function clearDrafts(userId: number) {
  try {
    const own = Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}${userId}.`))
    for (const key of own) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept, so nothing has to go.
  }
}

/**
 * The values of a form, kept as a draft at every change.
 * @param form names the form and its record: `customer.8812.info`
 */
export function useDraft<FormValues extends Values>(userId: number, form: string, initial: FormValues) {
  const [values, setValues] = useState<FormValues>(() => ({ ...initial, ...knownOf(readDraft(userId, form), initial) }))
  // Saving ends later than it began: it has to find what was typed meanwhile.
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
     * After saving, where the form is used again: what is still as it was sent goes, what was typed since stays.
     * @returns whether something was typed since
     */
    saved(sent: FormValues): boolean {
      const since = Object.entries(latest.current).filter(([name, value]) => value !== sent[name])
      change({ ...initial, ...Object.fromEntries(since) })
      if (since.length === 0) dropDraft(userId, form)
      return since.length > 0
    },
    /** After saving: the draft goes, what shows stays. */
    drop: () => dropDraft(userId, form),
  }
}

/** Of a draft, the fields that the form still has: it may have been kept before a release that changed the form. */
function knownOf<FormValues extends Values>(draft: Values | null, initial: FormValues): Partial<FormValues> {
  return Object.fromEntries(Object.entries(draft ?? {}).filter(([name]) => name in initial)) as Partial<FormValues>
}
