import { type ReactNode, useRef } from 'react'
import { ErrorPanel } from '../kit/error-panel.tsx'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import type { BulkBarProps } from './bulk-bar.tsx'
import type { EmptyListProps } from './empty-list.tsx'
import { without } from './filters/pill-state.ts'
import type { HeldLineProps } from './held-line.tsx'
import { useShownRows } from './held-rows.ts'
import { ListFooter } from './list-footer.tsx'
import { ListTable } from './list-table.tsx'
import { loadError } from './use-failure-toast.ts'
import type { ListState } from './use-list-view.ts'

interface ListResultsProps<Row extends { id: number }> {
  view: ListState<Row>
  /** The documented title of a failure. */
  failureTitle?: string
  /** In place of the usual table. */
  table?: ReactNode
  /** Between the table and the footer. */
  children?: ReactNode
}

/** Nothing is selected yet when the first list is painted. The dialog follows soon. */
const bulkBar = new LazyComponent<BulkBarProps>(async () => {
  const [{ BulkBar }] = await Promise.all([import('./bulk-bar.tsx'), import('./bulk/bulk-dialog.tsx')])
  return BulkBar
})

const heldLine = new LazyComponent<HeldLineProps>(() => import('./held-line.tsx').then((module) => module.HeldLine))

const emptyList = new LazyComponent<EmptyListProps>(() => import('./empty-list.tsx').then((module) => module.EmptyList))

/** What a list found: its table with paging and bulk actions, or why there is none. */
export function ListResults<Row extends { id: number }>({ view, failureTitle = loadError, table, children }: ListResultsProps<Row>) {
  const { list, search, change, pagination, held, wider, selection } = view
  const place = useRef<HTMLDivElement>(null)
  useShownRows(view.reply, place, true)
  const HeldLine = useLazyOpen(heldLine, held !== undefined)
  const inUse = list.filters.filter((filter) => filter.params.some((name) => search[name] !== undefined))
  const isEmpty = pagination?.total_results === 0
  const EmptyList = useLazyOpen(emptyList, isEmpty)
  const selected = selection?.target ? selection : null
  const BulkBar = useLazyOpen(bulkBar, selected !== null)
  const showWider = async (changes: Parameters<typeof change>[0]) => {
    await change(changes)
    view.focusFirst(true)
  }
  // In the footer's place, with its ways to other pages; on phones in that of the menu.
  const bar = BulkBar && pagination && selected && (
    <BulkBar
      selection={selected}
      pagination={pagination}
      view={view}
      onCleared={() => view.focused.focus(Math.max(0, view.focused.index))}
    />
  )
  return (
    <div ref={place} className="column gap-12 can-shrink">
      {HeldLine && held ? <HeldLine held={held} hasKey /> : null}
      {view.error && !view.hasRows ? (
        <ErrorPanel error={view.error} title={failureTitle} onRetry={view.retry} />
      ) : isEmpty ? (
        EmptyList && (
          <EmptyList
            text={(inUse.length === 0 && list.noneText) || list.emptyText}
            wider={
              wider && {
                term: wider.term,
                noun: wider.noun,
                found: wider.reply?.pagination ?? null,
                rows: (wider.reply?.rows ?? []).map((row) => ({ id: row.id, name: list.opens(row), href: list.href?.(row) ?? null })),
                onShow: () => void showWider(wider.changes),
              }
            }
            onClear={inUse.length > 0 ? () => void change(without(inUse)) : null}
            isStale={view.isPlaceholderData}
          />
        )
      ) : (
        (table ?? <ListTable view={view} />)
      )}
      {children}
      {pagination && !(bar && !view.isPhone) ? <ListFooter view={view} pagination={pagination} /> : null}
      {bar}
    </div>
  )
}
