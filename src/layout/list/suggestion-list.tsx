import styles from './search-filter.module.css'

export interface Suggestion {
  id: number
  label: string
  detail: string
  href: string
}

interface SuggestionListProps {
  id: string
  suggestions: readonly Suggestion[]
  active: number
  onPick: (suggestion: Suggestion) => void
}

/** Suggestions under a search box. The input keeps the focus and points to the active one. */
export function SuggestionList({ id, suggestions, active, onPick }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.suggestions}>
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={styles.suggestion}
          // Keep the focus in the input; a blur would close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
        >
          <bdi className="truncate medium">{suggestion.label}</bdi>
          <span className={styles.suggestionDetail}>{suggestion.detail}</span>
        </div>
      ))}
    </div>
  )
}
