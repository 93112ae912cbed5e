import { useId } from 'react'
import { Id } from '../../contract/endpoint.ts'
import styles from './filter-bar.module.css'
import { chosen } from './filters.tsx'
import type { ChangeFilters, ListFilter } from './list-definition.ts'
import type { ListSearch } from './list-search.ts'
import { useSearchDraft } from './use-search-draft.ts'

interface NumberFilterSpec {
  param: string
  /** Label and placeholder. */
  label: string
  chip: (value: string) => string
}

/** Digits of the largest id. */
const longestId = 10

const whyNotAnId = (text: string) => (Id.safeParse(text).success ? null : 'Must be a number.')

/** A filter by typed record id, applied after a debounce or on Enter. */
export function numberFilter(spec: NumberFilterSpec): ListFilter {
  return {
    id: spec.param,
    params: [spec.param],
    Control: (props) => <NumberControl {...props} spec={spec} />,
    chip: (search) => {
      const value = chosen(search, spec.param)
      return value === '' ? null : spec.chip(value)
    },
  }
}

function NumberControl({ spec, search, change }: { spec: NumberFilterSpec; search: ListSearch; change: ChangeFilters }) {
  const { param, label } = spec
  const problemId = useId()
  const value = chosen(search, param)
  const draft = useSearchDraft(value, (term, options) => change({ [param]: term === '' ? undefined : term }, options), whyNotAnId)
  const typed = draft.text.trim()
  const problem = typed === '' ? null : whyNotAnId(typed)
  return (
    <span className={styles.numberField}>
      <input
        type="text"
        className={`${styles.control} ${styles.number}`}
        aria-label={label}
        placeholder={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={longestId}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        data-in-use={value !== '' || undefined}
        value={draft.text}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={draft.endBout}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          draft.flush()
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
