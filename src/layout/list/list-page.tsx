import type { QueryKey } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { ListHandle } from '../../commands/command.ts'
import type { ListRequest, SortDirection } from '../../contract/list.ts'
import { openRowMenu } from '../commands/row-menu.tsx'
import { useCurrentTarget, useListHandle } from '../commands/use-commands.ts'
import { ErrorPanel } from '../error-panel.tsx'
import { Page } from '../page.tsx'
import { totalText } from './count-text.ts'
import { EmptyList } from './empty-list.tsx'
import { FilterBar, FilterChips, without } from './filter-bar.tsx'
import { noteList } from './last-list.ts'
import type { ChangeFilters, ListColumn, ListDefinition, ListReply } from './list-definition.ts'
import { ListFooter } from './list-footer.tsx'
import styles from './list-page.module.css'
import { type ListSearch, requestOf } from './list-search.ts'
import { ListTable } from './list-table.tsx'
import { SortSelect } from './sort-select.tsx'
import { useFocusedRow } from './use-focused-row.ts'
import { useListRows } from './use-list-rows.ts'
import { useListUrl } from './use-list-url.ts'

interface ListPageProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  list: ListDefinition<Query, Reply, Key>
  /** The list's state, as its route read it from the URL. */
  search: ListSearch
  /** Stands beside the count: buttons that belong to the whole list. */
  actions?: ReactNode
}

/** A whole list view from its definition: filters, table, paging, focus, loading, failure, emptiness, and all of it in the URL. */
export function ListPage<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  list,
  search,
  actions,
}: ListPageProps<Query, Reply, Key>) {
  const router = useRouter()
  const changeSearch = useListUrl(list.search, search)
  const request = useMemo(() => requestOf(list.search, search), [list, search])
  const { data, error, isPlaceholderData, isFetching, refetch } = useListRows(list, request)
  const rows = useMemo(() => data?.rows ?? [], [data])
  const tableRef = useRef<HTMLTableElement>(null)
  const focused = useFocusedRow(
    list.id,
    useMemo(() => rows.map((row) => row.id), [rows]),
    tableRef,
  )
  const focusedRow = rows[focused.index]
  const target = useMemo(() => (focusedRow === undefined ? null : list.target(focusedRow)), [list, focusedRow])
  const pagination = data?.pagination
  const sort = { field: request.sort, direction: request.sortDirection }

  const change: ChangeFilters = (changes, options) => changeSearch({ ...changes, page: undefined }, options)
  const goToPage = (page: number) => changeSearch({ page: String(page) })
  const sortTo = (field: string, direction: SortDirection) => void changeSearch({ sort: field, sortDirection: direction, page: undefined })
  const sortBy = (column: ListColumn<Reply['rows'][number]>) => {
    const first = column.firstDirection ?? 'asc'
    const isSorted = request.sort === column.id
    const direction = isSorted ? (request.sortDirection === 'asc' ? 'desc' : 'asc') : first
    sortTo(column.id, direction)
  }

  useCurrentTarget(target)
  const handle: ListHandle | null = pagination
    ? {
        move: (step) => focused.focus(focused.index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, focused.index + step))),
        open: (newTab) => {
          if (focusedRow === undefined) focused.focus(0)
          else if (newTab) window.open(list.href(focusedRow), '_blank', 'noopener')
          else void router.navigate({ to: list.href(focusedRow) })
        },
        openRowMenu: () => {
          const row = tableRef.current?.querySelector<HTMLElement>('tr[data-focused]')
          if (target && row) openRowMenu(target, row.querySelector<HTMLElement>('button[aria-haspopup]') ?? row)
        },
        page: (step) => void goToPage(pagination.current_page + step),
        hasNextPage: pagination.has_next_page,
        hasPreviousPage: pagination.has_previous_page,
        isEmpty: rows.length === 0,
      }
    : null
  useListHandle(handle)
  useEffect(() => noteList(window.location.pathname, window.location.search), [search])

  const inUse = list.filters.filter((filter) => filter.params.some((name) => search[name] !== undefined))
  const wider = list.widerSearch?.(search) ?? null
  return (
    <Page
      title={list.title}
      actions={
        <>
          {pagination ? <span className={styles.count}>{totalText(pagination)} found</span> : null}
          {actions}
        </>
      }
    >
      <FilterBar filters={list.filters} search={search} change={change}>
        <SortSelect columns={list.columns} sorts={list.search.sorts} sort={sort} onSort={sortTo} />
      </FilterBar>
      <FilterChips filters={list.filters} search={search} change={change} />
      <div className={styles.list} style={{ maxWidth: list.maxWidth }}>
        {error && !data ? (
          <ErrorPanel error={error} title="Load error, try again" onRetry={() => void refetch()} />
        ) : pagination?.total_results === 0 ? (
          <EmptyList
            text={list.emptyText}
            wider={wider ? { label: wider.label, onClick: () => void change(wider.changes) } : null}
            onClear={inUse.length > 0 ? () => void change(without(inUse)) : null}
            isStale={isPlaceholderData}
          />
        ) : (
          <ListTable
            list={list}
            rows={rows}
            skeletonRows={data ? 0 : Math.min(request.perPage, 20)}
            isStale={isFetching && isPlaceholderData}
            sort={sort}
            onSort={sortBy}
            focused={focused}
            tableRef={tableRef}
          />
        )}
        {pagination ? (
          <ListFooter
            pagination={pagination}
            perPage={request.perPage}
            hasFocusedRow={focusedRow !== undefined}
            onPage={(page) => void goToPage(page)}
            onPerPage={(perPage) => void changeSearch({ perPage: String(perPage), page: undefined })}
          />
        ) : null}
      </div>
    </Page>
  )
}
