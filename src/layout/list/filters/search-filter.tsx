import { SearchIcon, XCircleFillIcon } from '@primer/octicons-react'
import { useRouter } from '@tanstack/react-router'
import { type ComponentType, type KeyboardEvent, useId, useRef, useState } from 'react'
import { listsOnScreen } from '../../commands/on-screen.ts'
import { useKeyHint } from '../../commands/use-commands.ts'
import { useIsPhone } from '../../kit/is-phone.ts'
import { useDismiss } from '../../kit/use-dismiss.ts'
import type { ChangeFilters, Choice, FilterProps, ListFilter } from '../filter-definition.ts'
import type { ListSearch } from '../list-search.ts'
import { rowLinkAttribute } from '../use-focused-row.ts'
import { offeredOf } from './filters.ts'
import styles from './search-filter.module.css'
import { useSearchDraft } from './use-search-draft.ts'

/** A record that a search box offers to jump to. */
export interface Suggestion {
  id: number
  label: string
  detail: string
  href: string
}

export interface SearchFilterSpec {
  param: string
  /** The accessible name: 'Search customers'. */
  label: string
  placeholder: string
  /** Search modes; the first is the default and left out of the URL. */
  mode?: { param: string; label: string; choices: readonly [Choice, ...Choice[]] }
  /** A hook that returns matching records to jump to; called with the URL's state. */
  useSuggestions?: (search: ListSearch) => readonly Suggestion[]
  inputMode?: 'numeric'
  /** What is wrong with a search term, or null. */
  problem?: (term: string) => string | null
  /** Debounce in milliseconds; 500 by default. */
  debounce?: number
  /** The term may be typed into the palette behind one of these words; behind none, if there are none here. */
  takesWords?: readonly string[]
}

const noSuggestions = (): readonly Suggestion[] => []

interface SearchBoxProps {
  spec: SearchFilterSpec
  Mode: ComponentType<FilterProps> | undefined
  search: ListSearch
  change: ChangeFilters
  suggestions: readonly Suggestion[]
}

/** A list's search box: first in the bar, focused by '/'. */
export function searchFilter(spec: SearchFilterSpec): ListFilter {
  const useSuggestions = spec.useSuggestions ?? noSuggestions
  const Mode = spec.mode && modeSelect(spec.mode)
  return {
    id: spec.param,
    params: [spec.param],
    words: spec.takesWords ? { kind: 'search', param: spec.param, leads: spec.takesWords } : null,
    Box: function SearchControl(props) {
      return <SearchBox {...props} spec={spec} Mode={Mode} suggestions={useSuggestions(props.search)} />
    },
    ...(Mode && { Mode }),
    chip: () => null,
  }
}

function modeSelect({ param, label, choices }: NonNullable<SearchFilterSpec['mode']>): ComponentType<FilterProps> {
  return function SearchMode({ search, change }) {
    const isPhone = useIsPhone()
    return (
      <label className={isPhone ? 'fine' : 'flex'}>
        <span className={isPhone ? undefined : 'visually-hidden'}>{label}</span>
        <select
          className={styles.mode}
          value={search[param] ?? choices[0].value}
          onChange={(event) => void change({ [param]: event.target.value })}
        >
          {offeredOf(choices).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </label>
    )
  }
}

function SearchBox({ spec, Mode, search, change, suggestions }: SearchBoxProps) {
  const { param } = spec
  const isPhone = useIsPhone()
  const box = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const listId = useId()
  const slash = useKeyHint('page.search')
  const draft = useSearchDraft(
    param,
    search[param] ?? '',
    (term, options) => change({ [param]: term === '' ? undefined : term }, options),
    spec.problem,
    spec.debounce,
  )
  const problem = draft.text.trim() === '' ? null : (spec.problem?.(draft.text.trim()) ?? null)
  const [isAsked, setAsked] = useState(false)
  const [activeId, setActive] = useState<number | null>(null)
  const active = suggestions.findIndex(({ id }) => id === activeId)
  const isOpen = isAsked && suggestions.length > 0 && draft.text.trim() !== ''
  useDismiss(isOpen, box, () => setAsked(false))

  const pick = (suggestion: Suggestion) => {
    setAsked(false)
    void router.navigate({ to: suggestion.href })
  }

  const flush = async () => {
    await draft.flush()
    takeFirstRow(true)
  }

  const goTo = (index: number) => setActive(suggestions[index % suggestions.length]?.id ?? null)

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const picked = isOpen ? suggestions[active] : undefined
    if (event.key === 'Enter' && picked) pick(picked)
    else if (event.key === 'Enter') {
      setAsked(false)
      const wider = document.querySelector<HTMLElement>('[data-wider-search]')
      // Enter once more takes what a wider search found.
      if (wider && draft.text.trim() === search[param]) wider.click()
      else if (problem === null) void flush()
    } else if (event.key === 'Escape') leaveSearch()
    else if (event.key === 'ArrowDown' && isOpen) goTo(active + 1)
    else if (event.key === 'ArrowUp' && isOpen) goTo(active <= 0 ? suggestions.length - 1 : active - 1)
    else if (event.key === 'ArrowDown') document.querySelector<HTMLElement>(`[${rowLinkAttribute}]`)?.focus()
    else return
    event.preventDefault()
  }

  return (
    <div ref={box} className={styles.box}>
      <div className="can-shrink grow relative">
        <SearchIcon />
        <input
          type="text"
          className={styles.input}
          data-page-search=""
          aria-label={spec.label}
          placeholder={spec.placeholder}
          inputMode={spec.inputMode}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${listId}-problem`}
          maxLength={320}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={draft.text}
          {...(spec.useSuggestions
            ? {
                role: 'combobox',
                'aria-autocomplete': 'list',
                'aria-expanded': isOpen,
                'aria-controls': isOpen ? listId : undefined,
                'aria-activedescendant': isOpen && active >= 0 ? `${listId}-${active}` : undefined,
              }
            : {})}
          onChange={(event) => {
            draft.type(event.target.value)
            takeFirstRow(false)
            setAsked(true)
            setActive(null)
          }}
          onBlur={({ relatedTarget }) => {
            draft.endBout()
            if (!box.current?.contains(relatedTarget)) setAsked(false)
          }}
          onKeyDown={onKeyDown}
        />
        {draft.text === '' ? (
          slash && <kbd>{slash}</kbd>
        ) : (
          <button type="button" className={styles.clear} aria-label="Clear the search" onClick={draft.clear}>
            <XCircleFillIcon />
          </button>
        )}
      </div>
      {Mode && !isPhone ? <Mode search={search} change={change} /> : null}
      {problem === null ? null : (
        <p id={`${listId}-problem`} role="alert" className="floating dropdown small danger unbroken pad-4-8">
          {problem}
        </p>
      )}
      {isOpen ? <SuggestionList id={listId} suggestions={suggestions} active={active} onPick={pick} /> : null}
    </div>
  )
}

const takeFirstRow = (isWanted: boolean) => listsOnScreen.all()[0]?.focusFirst?.(isWanted)

/** To the list's row, or the page: letters are keys again. */
function leaveSearch() {
  const row = document.querySelector<HTMLElement>(`tr[data-focused] [${rowLinkAttribute}]`)
  ;(row ?? document.querySelector<HTMLElement>('#main h1'))?.focus({ preventScroll: row === null })
}

interface SuggestionListProps {
  id: string
  suggestions: readonly Suggestion[]
  active: number
  onPick: (suggestion: Suggestion) => void
}

/** Suggestions under a search box. The input keeps the focus and points to the active one. */
function SuggestionList({ id, suggestions, active, onPick }: SuggestionListProps) {
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
          <bdi translate="no" className="truncate medium">
            {suggestion.label}
          </bdi>
          <span className="truncate rigid muted pushed most">{suggestion.detail}</span>
        </div>
      ))}
    </div>
  )
}
