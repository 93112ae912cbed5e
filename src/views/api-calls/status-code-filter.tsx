import { useId } from 'react'
import { invalidStatusCode } from '../../contract/api-calls.ts'
import styles from '../../layout/list/filter-bar.module.css'
import { chosen } from '../../layout/list/filters.tsx'
import type { ChangeFilters, ListFilter } from '../../layout/list/list-definition.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { useSearchDraft } from '../../layout/list/use-search-draft.ts'
import { isStatusCode, longestStatusCode } from './search.ts'

const param = 'statusCode'

/** A text filter; anything but 100 to 599 is ignored with a message (document 2, section 5). */
export const statusCodeFilter: ListFilter = {
  id: param,
  params: [param],
  Control: StatusCodeControl,
  chip: (search) => (isStatusCode(search[param]) ? `Status: ${search[param]}` : null),
}

function StatusCodeControl({ search, change }: { search: ListSearch; change: ChangeFilters }) {
  const noteId = useId()
  const draft = useSearchDraft(chosen(search, param), (term, options) => change({ [param]: term === '' ? undefined : term }, options))
  const typed = draft.text.trim()
  const isRefused = typed !== '' && !isStatusCode(typed)
  return (
    <span className={styles.numberField}>
      <input
        type="text"
        className={`${styles.control} ${styles.number}`}
        aria-label="Status code"
        placeholder="Status code"
        inputMode="numeric"
        autoComplete="off"
        maxLength={longestStatusCode}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? noteId : undefined}
        data-in-use={isStatusCode(search[param]) || undefined}
        value={draft.text}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={draft.endBout}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          draft.flush()
        }}
      />
      {isRefused ? (
        <span id={noteId} role="alert" className={styles.problem}>
          {invalidStatusCode}
        </span>
      ) : null}
    </span>
  )
}
