import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ListQuery } from '../../api/exports.ts'
import type { Target, TargetType } from '../../commands/engine/targets.ts'
import type { ListRequest, Pagination } from '../../contract/list.ts'
import type { ListFilter } from './filter-definition.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'

/** A screen's list, or its figures, as the palette offers it filtered. */
export interface ScreenList {
  path: string
  title: string
  alsoCalled: readonly string[]
  filters: readonly ListFilter[]
  /** The list with only these filters, and how many rows at its top are meant; null if it wouldn't take them as they are. */
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

type OfList = <Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  path: string,
  definition: ListDefinition<Query, Reply, Key>,
) => ScreenList

/** The screens whose code has loaded, by their path, as what the palette makes of them. */
export const notedScreens = new Map<string, (ofList: OfList) => ScreenList>()

/** Makes a screen's list known to the palette. */
export const noteScreenList = <Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  path: string,
  definition: ListDefinition<Query, Reply, Key>,
) => void notedScreens.set(path, (ofList) => ofList(path, definition))

/** Makes a screen that is not one list known to the palette. */
export const noteScreen = (screen: ScreenList) => void notedScreens.set(screen.path, () => screen)
