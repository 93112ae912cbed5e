import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import type { ListQuery } from '../../api/exports.ts'
import { apiHas } from '../../api/features.ts'
import type { ListHandle } from '../../commands/engine/context.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { Feature } from '../../contract/features.ts'
import type { ListRequest, Pagination, SortDirection } from '../../contract/list.ts'
import { useCurrentTarget, useListHandle } from '../commands/use-commands.ts'
import { useIsPhone } from '../kit/is-phone.ts'
import { say } from '../kit/notice.ts'
import { openRowMenu } from '../menus/row-menu.tsx'
import { usePreferences } from '../session/preferences.ts'
import { besideHref, follow } from '../session/side-panel-address.ts'
import type { ChangeFilters } from './filter-definition.ts'
import { isChosen, without } from './filters/pill-state.ts'
import { useOpenFilter } from './filters/use-open-filter.ts'
import { useHeld } from './held-rows.ts'
import { type ListDefinition, type ListReply, phoneColumns } from './list-definition.ts'
import { type ListSearch, requestOf } from './list-search.ts'
import { rowHref } from './row-link.tsx'
import { useFocusedRow } from './use-focused-row.ts'
import { useFirstPageAfterChange, useListRows, useWiderSearch } from './use-list-rows.ts'
import { useListScroll } from './use-list-scroll.ts'
import { useListUrl } from './use-list-url.ts'
import { useSelection } from './use-selection.ts'
import { chosenColumns } from './views/chosen-columns.ts'
import { viewHref, viewSearch } from './views/named-views.ts'
import { useWalkStart } from './walk/walk-place.ts'

export type ListState<Row extends { id: number }> = ReturnType<
  typeof useListView<ListRequest, { rows: Row[]; pagination: Pagination }, QueryKey>
>

/** A list's definition as far as it is shown. */
type ShownDefinition<Row> = Omit<ListDefinition<ListRequest, ListReply, QueryKey, Row>, 'query' | 'bulk' | 'exportAs'>

type OpenPanel = 'columns' | 'views' | 'save-view' | null

const isOffered = ({ feature }: { feature?: Feature | undefined }) => feature === undefined || apiHas(feature)

/** The list without what the admin API lacks (ruling 56). */
function asOffered<Row>(list: ShownDefinition<Row>): ShownDefinition<Row> {
  const { search, columns, filters } = list
  return {
    ...list,
    search: isOffered({ feature: search.sortFeature }) ? search : { ...search, sorts: [] },
    columns: columns.filter(isOffered),
    filters: filters.filter(isOffered),
  }
}

/**
 * State and actions of a list on screen: rows, paging, sorting, focus and keys. Its state lives in the URL.
 * @param viewsPath the path of the list's own page, if it has named views
 */
export function useListView<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  declared: ListDefinition<Query, Reply, Key>,
  search: ListSearch,
  viewsPath: string | null = null,
) {
  const list = useMemo(() => asOffered(declared), [declared])
  const router = useRouter()
  const queryClient = useQueryClient()
  const changeSearch = useListUrl(list.search, search)
  const change: ChangeFilters = (changes, options) => changeSearch({ ...changes, page: undefined }, options)
  const request = useMemo(() => requestOf(declared.search, search), [declared, search])
  const { queryKey } = declared.query(request)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useListRows(declared, request)
  useFirstPageAfterChange(queryKey[0], () => {
    if (request.page > 1) void change({}, { replace: true })
  })
  const held = useHeld(data)
  const rows = useMemo<Reply['rows']>(() => data?.rows ?? [], [data])
  const pagination = data?.pagination
  const wider = useWiderSearch(declared, search, pagination?.total_results === 0)
  const tableRef = useRef<HTMLTableElement>(null)
  const ids = useMemo(() => rows.map((row) => row.id), [rows])
  const focused = useFocusedRow(list.id, ids, tableRef)
  useListScroll(list.id, tableRef)
  useWalkStart(declared, search, isPlaceholderData ? undefined : data, focused.index)
  const [openPanel, setOpenPanel] = useState<OpenPanel>(null)
  const filterOpening = useOpenFilter()
  const columnsId = list.columnsId ?? list.id
  const choice = usePreferences().columns?.[columnsId]
  const isPhone = useIsPhone()
  const hasFixedColumns = isPhone || list.hasFixedColumns
  const { sort } = request
  const columns = useMemo(() => {
    const usual = list.columns.filter(({ id, isShownIfSorted }) => !isShownIfSorted || id === sort)
    if (isPhone) return phoneColumns(usual, search['sort'])
    return list.hasFixedColumns ? usual : chosenColumns(usual, choice)
  }, [list, choice, sort, isPhone, search])
  const bulk = apiHas('bulk') ? declared.bulk : undefined
  const exportAs = apiHas('exports') ? declared.exportAs : undefined
  const selection = useSelection(list.id, bulk, list.search.filters, search, request, rows, isPlaceholderData)
  const focusedRow = rows[focused.index]
  const target = useMemo(() => (focusedRow === undefined ? null : list.target(focusedRow)), [list, focusedRow])

  const isFirstWanted = useRef(false)
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  const focusFirst = useCallback((isWanted: boolean) => {
    isFirstWanted.current = isWanted
    if (isWanted) renderAgain()
  }, [])
  const takeFirst = useEffectEvent(() => {
    isFirstWanted.current = false
    // Not from where the person has gone meanwhile.
    if (rows.length > 0 && document.activeElement?.matches('[data-page-search]')) focused.focus(0)
  })
  const isAnswered = !isPending && !isPlaceholderData
  useEffect(() => {
    if (isFirstWanted.current && isAnswered) takeFirst()
  })

  const goToPage = (page: number) => void changeSearch({ page: String(page) })
  const sortTo = (field: string, direction: SortDirection) => void change({ sort: field, sortDirection: direction })
  const sortBy = (columnId: string) => {
    const column = list.columns.find(({ id }) => id === columnId)
    if (request.sort === columnId) sortTo(columnId, request.sortDirection === 'asc' ? 'desc' : 'asc')
    else if (column) sortTo(columnId, column.firstDirection ?? (column.align === 'end' ? 'desc' : 'asc'))
  }
  const openMenu = () => {
    const row = tableRef.current?.querySelector<HTMLElement>('tr[data-focused]')
    if (target && row) openRowMenu(selection?.target ?? target, row.querySelector<HTMLElement>('button[aria-haspopup]') ?? row, target)
  }

  const isFiltered = list.filters.some(
    (filter) => !filter.isOrder && (filter.isAlwaysInUse ?? filter.params.some((name) => search[name] !== undefined)),
  )
  const chosen = list.filters.filter((filter) => isChosen(filter, search))
  const watch = (record: Target, read: () => Reply | undefined) => {
    const shows = (reply: Reply) =>
      reply.rows.some((row) => {
        const own = list.target(row)
        return own?.type === record.type && own.record.id === record.record.id
      })
    const before = read()
    if (before === undefined || !shows(before)) return null
    return () => {
      const now = read()
      // With fewer rows in total, it hasn't just moved to another page.
      return now !== undefined && !shows(now) && now.pagination.total_results < before.pagination.total_results
    }
  }

  // The selection takes precedence over the focused row, since it was made on purpose.
  useCurrentTarget(target)
  useCurrentTarget(selection?.target ?? null)
  const withFocused = (act: (id: number) => void) => {
    const row = rows[Math.max(0, focused.index)]
    if (row === undefined) return
    if (focused.index < 0) focused.focus(0)
    act(row.id)
  }
  const beside = (step: number) => Math.min(rows.length - 1, Math.max(0, Math.max(0, focused.index) + step))
  const handle: ListHandle | null = pagination
    ? {
        move: (step) => focused.focus(focused.index < 0 ? 0 : beside(step)),
        open: (newTab) => {
          // A stray Enter marks no row that a verb would then act on.
          if (focusedRow === undefined) return say('No row is marked. Move to one with j or ↓.')
          const href = rowHref(router, list, focusedRow)
          if (href === null) openMenu()
          else if (newTab || list.opensNewTab) window.open(href, '_blank', 'noopener')
          else follow(router, href)
        },
        peek: focusedRow && list.panel && (() => follow(router, besideHref(router, list.panel!, focusedRow.id))),
        openRowMenu: openMenu,
        page: (step) => goToPage(pagination.current_page + step),
        hasNextPage: pagination.has_next_page,
        hasPreviousPage: pagination.has_previous_page,
        refresh: held?.refresh ?? (() => void refetch()),
        isEmpty: rows.length === 0,
        hasFocus: () => tableRef.current?.contains(document.activeElement) === true,
        filter: list.filters.some(({ control }) => control) ? () => filterOpening.setOpen('any') : undefined,
        clearFilters: chosen.length > 0 ? () => void change(without(chosen)) : undefined,
        chooseColumns: hasFixedColumns ? undefined : () => setOpenPanel('columns'),
        views:
          viewsPath === null
            ? undefined
            : {
                show: () => setOpenPanel('views'),
                save: () => setOpenPanel('save-view'),
                href: () => viewHref(viewsPath, viewSearch(list.search, search)),
              },
        exports: exportAs && { list: exportAs, query: queryKey.at(-1) as ListQuery['query'] },
        targets: () => rows.map((row) => list.target(row)),
        rowFocus: focused,
        focusFirst,
        watch: isFiltered ? (record) => watch(record, () => queryClient.getQueryData<Reply>(queryKey)) : undefined,
        selection: selection
          ? {
              count: selection.ids.size,
              toggle: () => withFocused(selection.toggle),
              selectPage: rows.every(({ id }) => selection.has(id)) ? undefined : selection.togglePage,
              extend: () => withFocused(selection.extendTo),
              step: (by) =>
                withFocused((id) => {
                  const to = beside(by)
                  selection.step(id, ids[to] ?? id)
                  focused.focus(to)
                }),
              clear: selection.clear,
            }
          : undefined,
      }
    : null
  useListHandle(handle, isPending)

  return {
    list,
    /** Whether it is a page of its own, with a head. */
    isPage: viewsPath !== null,
    isExportable: exportAs !== undefined,
    search,
    columns,
    columnsId,
    hasFixedColumns,
    /** Rows have two lines, and every press on one opens its side panel if it has one. */
    isPhone,
    filterOpening,
    openPanel,
    setOpenPanel,
    request,
    hasRows: data !== undefined,
    /** What is shown now, and what has arrived since. */
    reply: isPlaceholderData ? undefined : data,
    held,
    wider,
    rows,
    /** Rows to reserve while the first ones load. */
    skeletonRows: data === undefined ? Math.min(request.perPage, 20) : 0,
    pagination,
    error,
    isPlaceholderData,
    /** Whether newer rows are loading. */
    isStale: isFetching && isPlaceholderData,
    retry: () => void refetch(),
    change,
    goToPage,
    sort: { field: request.sort, direction: request.sortDirection },
    sortTo,
    /** Sorts by a column; by the sorted one, the other way. */
    sortBy,
    focused,
    focusFirst,
    tableRef,
    hasRowToOpen: focusedRow !== undefined && rowHref(router, list, focusedRow) !== null,
    hasRowMenu: target !== null,
    selection,
  }
}
