import { useId } from 'react'
import { Id } from '../../../contract/endpoint.ts'
import type { ChangeFilters, ListFilter } from '../filter-definition.ts'
import type { ListSearch } from '../list-search.ts'
import styles from './filter-bar.module.css'
import { chosen } from './filters.tsx'
import { type Apply, searchDebounce, useSearchDraft } from './use-search-draft.ts'

interface TypedFilterSpec {
  param: string
  /** Label and placeholder. */
  label: string
  /** The most characters that can be typed. */
  longest: number
  /** What is wrong with a text, or null. */
  whyNot: (text: string) => string | null
  /** An invalid text is written to the URL anyway; the list ignores it there. */
  keepsWrong?: true
  chip: (value: string) => string
  /** Whether it is a record's id. */
  isId?: true
}

/** A filter by a typed number, applied after a debounce or on Enter. A wrong text doesn't filter, and says why. */
export function typedFilter(spec: TypedFilterSpec): ListFilter {
  return {
    id: spec.param,
    params: [spec.param],
    words: spec.isId ? { kind: 'id', ...spec } : { kind: 'number', ...spec, isNumber: (text) => spec.whyNot(text) === null },
    Control: (props) => <TypedControl {...props} spec={spec} />,
    chip: (search) => {
      const value = chosen(search, spec.param)
      return value === '' || spec.whyNot(value) !== null ? null : spec.chip(value)
    },
  }
}

/** The same by a record's id. */
export const numberFilter = (spec: Pick<TypedFilterSpec, 'param' | 'label' | 'chip'>) =>
  typedFilter({ ...spec, isId: true, longest: 10, whyNot: (text) => (Id.safeParse(text).success ? null : 'Must be a number.') })

function TypedControl({ spec, search, change }: { spec: TypedFilterSpec; search: ListSearch; change: ChangeFilters }) {
  const { param, label, longest, whyNot, keepsWrong } = spec
  const apply: Apply = (term, options) => change({ [param]: term === '' ? undefined : term }, options)
  const value = chosen(search, param)
  return (
    <TypedField name={param} label={label} longest={longest} value={value} whyNot={whyNot} keepsWrong={keepsWrong} apply={apply} isNumber />
  )
}

interface TypedFieldProps extends Pick<TypedFilterSpec, 'label' | 'longest' | 'whyNot'> {
  /** Unique on the page. */
  name: string
  /** The URL's text. */
  value: string
  /** Writes a text to the URL; the empty one removes the filter. */
  apply: Apply
  /** How the URL has a typed text; itself by default. */
  normal?: (text: string) => string
  keepsWrong?: true | undefined
  isNumber?: true
  /** Examples, as its title. */
  hint?: string
}

/** The field of such a filter. */
export function TypedField({ name, label, longest, value, whyNot, normal, apply, keepsWrong, isNumber, hint }: TypedFieldProps) {
  const problemId = useId()
  const draft = useSearchDraft(name, value, apply, keepsWrong ? undefined : whyNot, searchDebounce, normal)
  const typed = draft.text.trim()
  const problem = typed === '' ? null : whyNot(typed)
  return (
    <span className={styles.numberField}>
      <input
        type="text"
        className={`${styles.control} ${isNumber ? styles.number : styles.phrase}`}
        aria-label={label}
        placeholder={label}
        title={hint}
        inputMode={isNumber ? 'numeric' : undefined}
        autoComplete="off"
        maxLength={longest}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        data-in-use={(value !== '' && whyNot(value) === null) || undefined}
        value={draft.text}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={draft.endBout}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          void draft.flush()
        }}
      />
      {problem === null ? null : (
        <span id={problemId} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  )
}
