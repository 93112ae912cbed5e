import { useId, useRef } from 'react'
import { useListener } from '../../kit/use-listener.ts'
import type { FilterProps, TypedControl } from '../filter-definition.ts'
import styles from './filter-panel.module.css'
import { searchDebounce, useSearchDraft } from './use-search-draft.ts'

/** A filter's field. It applies as one types, at once on Enter, which closes it, and when it is left. */
export function TypedPanel({ control, search, change, onClose }: FilterProps & { control: TypedControl; onClose: () => void }) {
  const { label, name, maxLength, hint, isNumber, value, changes, normal, whyNot, keepsWrong } = control
  const noteId = useId()
  const draft = useSearchDraft(
    name,
    value(search),
    (text, options) => change(changes(text), options),
    keepsWrong ? undefined : whyNot,
    searchDebounce,
    normal,
  )
  const form = useRef<HTMLFormElement>(null)
  const applyIfOutside = ({ target }: Event) => {
    if (!(target instanceof Node) || form.current?.contains(target)) return
    const { pathname } = window.location
    // Once the press has reached what it is meant for, which a longer pill would move away. Never on another page.
    const apply = () => setTimeout(() => window.location.pathname === pathname && void draft.flush())
    window.addEventListener('pointerup', apply, { once: true })
  }
  // On the window, as such a press closes it, before the field could lose the focus.
  useListener(window, 'pointerdown', applyIfOutside, true)
  const typed = draft.text.trim()
  const problem = typed === '' ? null : whyNot(typed)
  return (
    <form
      ref={form}
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault()
        void draft.flush()
        if (problem === null) onClose()
      }}
    >
      <input
        type="text"
        // It was opened on request.
        autoFocus
        className="control"
        aria-label={label}
        placeholder={label}
        inputMode={isNumber ? 'numeric' : undefined}
        autoComplete="off"
        maxLength={maxLength}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem !== null || hint ? noteId : undefined}
        value={draft.text}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={() => {
          draft.endBout()
          void draft.flush()
        }}
      />
      {problem !== null ? (
        <p id={noteId} role="alert" className="danger small">
          {problem}
        </p>
      ) : hint ? (
        <p id={noteId} className="note">
          {hint}
        </p>
      ) : null}
    </form>
  )
}
