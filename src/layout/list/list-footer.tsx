import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { type Pagination, pageSizes } from '../../contract/list.ts'
import { useCommandsNow } from '../commands/commands-now.ts'
import { buttonKeys, keyHintOf, useKeys } from '../commands/use-commands.ts'
import { rangeText } from './count-text.ts'
import styles from './list-footer.module.css'
import type { ListState } from './use-list-view.ts'
import { useWalkPlace } from './walk/walk-place.ts'

/** A list's footer: range and total, page links, page size, and the keys that work now. */
export function ListFooter<Row extends { id: number }>({ view, pagination }: { view: ListState<Row>; pagination: Pagination }) {
  const { list, request, change, goToPage } = view
  // Of an empty list the page says so already; who can't see it is told here.
  const isEmpty = pagination.total_results === 0
  return (
    <div className={isEmpty ? 'visually-hidden' : styles.footer}>
      <p id="range" role="status" className={styles.range}>
        {rangeText(pagination)}
      </p>
      <Pages pagination={pagination} onPage={goToPage} />
      {isEmpty ? null : (
        <>
          <label className="inline-row gap-8">
            <select className={styles.select} value={request.perPage} onChange={(event) => void change({ perPage: event.target.value })}>
              {(list.search.pageSizes ?? pageSizes).map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </select>
            a page
          </label>
          <KeyHints {...view} pagination={pagination} />
        </>
      )}
    </div>
  )
}

/** The ways to a list's other pages, if there are any. */
export function Pages({ pagination, onPage }: { pagination: Pagination; onPage: (page: number) => void }) {
  const { current_page: current, first_page: first, last_page: last, pages } = pagination
  const button = (label: string, page: number | null, content: ReactNode, keys?: ReturnType<typeof buttonKeys>) => (
    <li key={label}>
      <button
        type="button"
        className={styles.page}
        aria-label={label}
        aria-current={page === current ? 'page' : undefined}
        aria-disabled={page === null || undefined}
        {...keys}
        onClick={() => page !== null && onPage(page)}
      >
        {content}
      </button>
    </li>
  )
  const step = (page: number) => button(`Page ${page}`, page, page)
  const previousKeys = buttonKeys(useKeys('list.previous-page'), 'Previous page')
  const nextKeys = buttonKeys(useKeys('list.next-page'), 'Next page')
  const starts = pages[0] ?? first
  const ends = pages.at(-1) ?? last
  if (pagination.total_pages < 2) return null
  return (
    <nav aria-label="Pages">
      <ul className={styles.pages}>
        {button('Previous page', pagination.previous_page, <ChevronLeftIcon />, previousKeys)}
        {starts > first ? step(first) : null}
        {starts > first + 1 ? <Gap /> : null}
        {pages.map(step)}
        {ends < last - 1 ? <Gap /> : null}
        {ends < last ? step(last) : null}
        {button('Next page', pagination.next_page, <ChevronRightIcon />, nextKeys)}
      </ul>
    </nav>
  )
}

function Gap() {
  return <li aria-hidden="true">…</li>
}

type HintProps = Pick<ListState<{ id: number }>, 'hasRowToOpen' | 'hasRowMenu' | 'selection'> & { pagination: Pagination }

/**
 * Only keys that work now. While walking, `j` and `k` move between
 * records unless the table has the focus; its arrow keys always work.
 */
function KeyHints({ pagination, hasRowToOpen, hasRowMenu, selection }: HintProps) {
  const isWalking = useWalkPlace() !== null
  const commands = useCommandsNow()
  const keyOf = (id: string) => {
    const command = commands.find((each) => each.id === id)
    return command ? keyHintOf(command) : null
  }
  const { has_previous_page: hasPrevious, has_next_page: hasNext } = pagination
  const hints: [keys: (string | null)[], what: string, works: boolean, when?: 'inside' | 'outside' | undefined][] = [
    // Those of a row come and go with it: on the left, so that the others stay in place.
    [[keyOf('list.open')], 'open', hasRowToOpen],
    [[keyOf('list.open-in-new-tab')], 'new tab', hasRowToOpen],
    [[keyOf('actions.open')], 'menu', hasRowMenu],
    [[keyOf('list.next'), keyOf('list.previous')], 'move', true, isWalking ? 'inside' : undefined],
    [['↓', '↑'], 'move', isWalking, 'outside'],
    [[keyOf('list.select')], 'select', selection !== null],
    [[hasPrevious ? keyOf('list.previous-page') : null, hasNext ? keyOf('list.next-page') : null], 'page', true],
  ]
  return (
    <ul className={styles.hints} aria-label="Keys">
      {hints.map(([keys, what, works, when]) => {
        const known = keys.filter((key) => key !== null)
        if (!works || known.length === 0) return null
        return (
          <li key={`${what} ${when}`} className="inline-row gap-4" data-when={when}>
            {known.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            <span>{what}</span>
          </li>
        )
      })}
    </ul>
  )
}
