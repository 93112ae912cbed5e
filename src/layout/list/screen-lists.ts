import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ListQuery } from '../../api/exports.ts'
import { apiHas } from '../../api/features.ts'
import type { Target, TargetType } from '../../commands/engine/targets.ts'
import type { ListRequest, Pagination } from '../../contract/list.ts'
import type { ListFilter } from './filter-definition.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import { readListSearch, requestOf } from './list-search.ts'
import { notedScreens } from './noted-screens.ts'
import { unfiltered, viewHref } from './views/named-views.ts'

/** A screen's list, or its figures, as the palette offers it filtered. */
export interface ScreenList {
  path: string
  title: string
  alsoCalled: readonly string[]
  filters: readonly ListFilter[]
  /** The list with only these filters; null if it wouldn't take them as they are. */
  filtered: (changes: Readonly<Record<string, string>>) => FilteredList | null
}

export interface FilteredList {
  href: string
  /** The filters in words: 'Status: trialing'. */
  chips: readonly string[]
  /** How many rows there are, if it has rows. */
  count?: (client: QueryClient) => Promise<Pagination>
  exports?: ListQuery | undefined
  /** If its rows can be selected. */
  selects?: Selects | undefined
}

/** All rows of a list, up to the limit of bulk changes. */
export interface Selects {
  type: TargetType
  all: () => Promise<Target>
}

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
  const filtered: ScreenList['filtered'] = (changes) => {
    const params = { ...unfiltered(spec), ...changes }
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
      chips: filters.flatMap(
        (filter) =>
          (filter.words?.kind === 'search'
            ? search[filter.words.param]
            : (filter.chip(filter.isOrder ? params : { ...search, ...changes }) ?? filter.pill?.({ ...search, ...changes }))) ?? [],
      ),
      count: async (client) => {
        const { queryKey, queryFn, retry } = of
        return (await client.fetchQuery({ queryKey, queryFn, retry, staleTime: 0 })).pagination
      },
    }
  }
  return { path, title, alsoCalled, filters, filtered }
}
