import type { QueryKey } from '@tanstack/react-query'
import type { ListQuery } from '../../api/exports.ts'
import { apiHas } from '../../api/features.ts'
import type { ListRequest } from '../../contract/list.ts'
import type { ListFilter } from './filter-definition.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import { readListSearch, requestOf } from './list-search.ts'
import { notedScreens, type ScreenList } from './noted-screens.ts'
import { unfiltered, viewHref } from './views/named-views.ts'

/** Each is made once. */
const made = new WeakMap<object, ScreenList>()

/** The list of a screen whose code has loaded. */
export function screenListAt(path: string): ScreenList | undefined {
  const noted = notedScreens.get(path)
  if (!noted) return undefined
  const screen = made.get(noted) ?? noted(screenListOf)
  made.set(noted, screen)
  return screen
}

function screenListOf<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  path: string,
  { title, alsoCalled = [], filters, search: spec, query, exportAs, bulk }: ListDefinition<Query, Reply, Key>,
): ScreenList {
  const filtered: ScreenList['filtered'] = ({ top, ...changes }) => {
    const isChanged = ({ params: own }: ListFilter) => own.some((name) => name in changes)
    // 'abuse reports from last week' are of any status.
    const isFiltered = top !== undefined || filters.some((filter) => !filter.isOrder && isChanged(filter))
    const widened = filters.map((filter) => (isFiltered && !isChanged(filter) ? (filter.widened?.(changes, top !== undefined) ?? {}) : {}))
    const params = { ...unfiltered(spec), ...Object.assign({}, ...widened), ...changes }
    const search = readListSearch(spec, params, () => null)
    const isTaken = Object.keys(changes).every(
      (name) => search[name] !== undefined || spec.query.safeParse({ [name]: changes[name] }).success,
    )
    if (!isTaken) return null
    const request = { ...requestOf(spec, search), page: 1, perPage: 1 }
    const of = query(request)
    return {
      selects: bulk && { type: bulk.target([], []).type, all: async () => bulk.target(await bulk.matching(request), []) },
      exports: exportAs && apiHas('exports') ? { list: exportAs, query: of.queryKey.at(-1) as ListQuery['query'] } : undefined,
      href: viewHref(path, new URLSearchParams(params).toString()),
      // An order or a value that is the list's own is left out of the URL, but said. So is the search, which the page shows in its box,
      // and what narrows the list by itself.
      chips: filters
        .flatMap(
          (filter) =>
            (filter.words?.kind === 'search'
              ? search[filter.words.param]
              : (filter.chip(filter.isOrder ? params : { ...search, ...changes }) ?? filter.pill?.({ ...search, ...changes }))) ?? [],
        )
        .concat(top === undefined ? [] : `the ${top} at the top`),
      count: async (client) => {
        const { queryKey, queryFn, retry } = of
        return (await client.fetchQuery({ queryKey, queryFn, retry, staleTime: 0 })).pagination
      },
    }
  }
  return { path, title, alsoCalled, filters, filtered }
}
