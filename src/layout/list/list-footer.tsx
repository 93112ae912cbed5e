import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { type Pagination, pageSizes } from '../../contract/list.ts'
import { buttonKeys, useKeyHint, useKeys } from '../commands/use-commands.ts'
import { useWalkPlace } from './walk/use-walk.ts'
import { rangeText } from './count-text.ts'
import styles from './list-footer.module.css'
import type { ListState } from './use-list-view.ts'
import type { Selection } from './use-selection.ts'

/** A list's footer: range and total, page links, page size, and the keys that work now. */
export function ListFooter<Row extends { id: number }>({ view, pagination }: { view: ListState<Row>; pagination: Pagination }) {
  const { list, request, change, goToPage } = view
  return (
    <div className={styles.footer}>
      <p role="status" className={styles.range}>
        {rangeText(pagination)}
      </p>
      {pagination.total_pages > 1 ? <Pages pagination={pagination} onPage={goToPage} /> : null}
      <label className={styles.size}>
        <select className={styles.select} value={request.perPage} onChange={(event) => void change({ perPage: event.target.value })}>
          {(list.search.pageSizes ?? pageSizes).map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
        a page
      </label>
      {pagination.total_results > 0 ? <KeyHints {...view} pagination={pagination} /> : null}
    </div>
  )
}

function Pages({ pagination, onPage }: { pagination: Pagination; onPage: (page: number) => void }) {
  const { current_page: current, first_page: first, last_page: last, pages } = pagination
  const step = (page: number) => (
    <li key={page}>
      <button
        type="button"
        className={styles.page}
        aria-label={`Page ${page}`}
        aria-current={page === current ? 'page' : undefined}
        onClick={() => onPage(page)}
      >
        {page}
      </button>
    </li>
  )
  const starts = pages[0] ?? first
  const ends = pages.at(-1) ?? last
  return (
    <nav aria-label="Pages">
      <ul className={styles.pages}>
        <li>
          <button
            type="button"
            className={styles.page}
            aria-label="Previous page"
            {...buttonKeys(useKeys('list.previous-page'), 'Previous page')}
            aria-disabled={!pagination.has_previous_page || undefined}
            onClick={() => pagination.has_previous_page && onPage(current - 1)}
          >
            <ChevronLeftIcon />
          </button>
        </li>
        {starts > first ? step(first) : null}
        {starts > first + 1 ? <Gap /> : null}
        {pages.map(step)}
        {ends < last - 1 ? <Gap /> : null}
        {ends < last ? step(last) : null}
        <li>
          <button
            type="button"
            className={styles.page}
            aria-label="Next page"
            {...buttonKeys(useKeys('list.next-page'), 'Next page')}
            aria-disabled={!pagination.has_next_page || undefined}
            onClick={() => pagination.has_next_page && onPage(current + 1)}
          >
            <ChevronRightIcon />
          </button>
        </li>
      </ul>
    </nav>
  )
}

function Gap() {
  return (
    <li aria-hidden="true" className={styles.gap}>
      …
    </li>
  )
}

interface HintProps {
  pagination: Pagination
  hasRowToOpen: boolean
  hasRowMenu: boolean
  selection: Selection | null
}

/**
 * Only keys that work now. While walking, `j` and `k` move between
 * records unless the table has the focus; its arrow keys always work.
 */
function KeyHints({ pagination, hasRowToOpen, hasRowMenu, selection }: HintProps) {
  const isWalking = useWalkPlace() !== null
  const next = useKeyHint('list.next')
  const previous = useKeyHint('list.previous')
  const open = useKeyHint('list.open')
  const newTab = useKeyHint('list.open-in-new-tab')
  const menu = useKeyHint('actions.open')
  const select = useKeyHint('list.select')
  const previousPage = useKeyHint('list.previous-page')
  const nextPage = useKeyHint('list.next-page')
  const hints: [keys: (string | null)[], what: string, works: boolean, when?: 'inside' | 'outside' | undefined][] = [
    // Those of a row come and go with it: on the left, so that the others stay in place.
    [[open], 'open', hasRowToOpen],
    [[newTab], 'new tab', hasRowToOpen],
    [[menu], 'menu', hasRowMenu],
    [[next, previous], 'move', true, isWalking ? 'inside' : undefined],
    [['↓', '↑'], 'move', isWalking, 'outside'],
    [[select], 'select', selection !== null],
    [[pagination.has_previous_page ? previousPage : null, pagination.has_next_page ? nextPage : null], 'page', true],
  ]
  return (
    <ul className={styles.hints} aria-label="Keys">
      {hints.map(([keys, what, works, when]) => {
        const known = keys.filter((key) => key !== null)
        if (!works || known.length === 0) return null
        return (
          <li key={`${what} ${when}`} className={styles.hint} data-when={when}>
            {known.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            {what}
          </li>
        )
      })}
    </ul>
  )
}
