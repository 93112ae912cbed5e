import { useEffect, useRef, useState } from 'react'

/** How long typing rests before it is searched for, in milliseconds (ruling 26). */
export const searchDebounce = 500

interface Draft {
  text: string
  /** The term of the URL that the text belongs to: where Back or a link brings another one, the text gives way to it. */
  term: string
  /** The term on its way into the URL. */
  next: string | null
}

type Apply = (term: string, options: { replace: boolean }) => Promise<void>

/**
 * What is typed into a search box before the URL has it. It is applied, trimmed, when typing rests; `flush` applies it at once. One
 * bout of typing, from focus to blur, is one step of the history.
 * @param term what the URL searches for now
 * @param apply brings a term into the URL; resolves when it is there
 * @param problem says what is wrong with a term; such a one stays in the box alone
 * @param debounce how long typing rests, in milliseconds
 */
export function useSearchDraft(term: string, apply: Apply, problem?: (term: string) => string | null, debounce = searchDebounce) {
  const [draft, setDraft] = useState<Draft>({ text: term, term, next: null })
  const text = draft.term === term || draft.next === term ? draft.text : term
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasStepped = useRef(false)

  // The timer outlives renderings: it has to find the filters as they are when it fires, not as they were when it was set.
  const latest = useRef({ term, apply })
  useEffect(() => {
    latest.current = { term, apply }
  })
  // What is pending when the box goes is dropped: it must not change the URL of another page.
  useEffect(() => () => clearTimeout(timer.current), [])

  const applyText = (typed: string) => {
    clearTimeout(timer.current)
    const next = typed.trim()
    if (next === latest.current.term || (next !== '' && problem?.(next))) return
    setDraft((now) => ({ ...now, next }))
    const replace = hasStepped.current
    hasStepped.current = true
    void latest.current
      .apply(next, { replace })
      .then(() => setDraft((now) => (now.next === next ? { ...now, term: next, next: null } : now)))
  }

  return {
    text,
    type: (typed: string) => {
      setDraft((now) => ({ text: typed, term, next: now.next }))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => applyText(typed), debounce)
    },
    flush: () => applyText(text),
    /** Empties the box and the URL. */
    clear: () => {
      setDraft((now) => ({ ...now, text: '', term }))
      applyText('')
    },
    /** The next typing is a step of its own. */
    endBout: () => {
      hasStepped.current = false
    },
  }
}
