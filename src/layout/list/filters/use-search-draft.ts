import { useEffect, useRef, useState } from 'react'
import { ofVisit } from '../../../api/visit.ts'
import { isInterrupted } from '../../session/session.ts'

/** Milliseconds (ruling 26). */
export const searchDebounce = 500

interface Draft {
  text: string
  /** The URL's term the text belongs to; if Back or a link changes it, the text is replaced. */
  term: string
  /** The term being written to the URL. */
  next: string | null
}

/** What was typed and not applied as the session ended, by page and parameter (ruling 12). */
const unsent = ofVisit(() => new Map<string, string>())

export type Apply = (term: string, options: { replace: boolean }) => Promise<void>

/**
 * A search box's text before it reaches the URL. It is applied, trimmed, after a debounce or at once by `flush`. Typing
 * from focus to blur is one history entry. What was not applied when the session ends is there again after it (ruling 12).
 * @param name of the search parameter
 * @param term the URL's current term
 * @param apply writes a term to the URL; resolves when done
 * @param problem what is wrong with a term; an invalid one isn't applied
 * @param debounce milliseconds
 * @param normal how the URL has a typed term
 */
export function useSearchDraft(
  name: string,
  term: string,
  apply: Apply,
  problem?: (term: string) => string | null,
  debounce = searchDebounce,
  normal = (typed: string) => typed,
) {
  const [place] = useState(() => `${window.location.pathname} ${name}`)
  const [draft, setDraft] = useState<Draft>(() => ({ text: unsent().get(place) ?? term, term, next: null }))
  const text = draft.term === term || draft.next === term ? draft.text : term
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasStepped = useRef(false)

  // The timer outlives renders and must use the filters as of when it fires.
  const latest = useRef({ term, apply, text })
  useEffect(() => {
    latest.current = { term, apply, text }
  })
  useEffect(() => {
    unsent().delete(place)
    return () => {
      // Pending input would change another page's URL.
      clearTimeout(timer.current)
      const { term, text } = latest.current
      if (isInterrupted() && text.trim() !== term) unsent().set(place, text)
    }
  }, [place])

  const applyText = async (typed: string): Promise<void> => {
    clearTimeout(timer.current)
    const next = normal(typed.trim())
    if (next === latest.current.term || (next !== '' && problem?.(next))) return
    setDraft((now) => ({ ...now, next }))
    const replace = hasStepped.current
    hasStepped.current = true
    await latest.current.apply(next, { replace })
    setDraft((now) => (now.next === next ? { ...now, term: next, next: null } : now))
  }

  return {
    text,
    type: (typed: string) => {
      setDraft((now) => ({ text: typed, term, next: now.next }))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void applyText(typed), debounce)
    },
    /** Resolves once the URL has it. */
    flush: () => applyText(text),
    clear: () => {
      setDraft((now) => ({ ...now, text: '', term }))
      void applyText('')
    },
    /** The next input gets its own history entry. */
    endBout: () => {
      hasStepped.current = false
    },
  }
}
