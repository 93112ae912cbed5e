import type { QueryFunction, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Target } from '../../commands/command.ts'
import type { ExportedList } from '../../contract/exports.ts'
import type { Feature } from '../../contract/features.ts'
import type { ListRequest, Pagination } from '../../contract/list.ts'
import { makeWalkable } from './walk/walk-pages.ts'
import type { ListSearch, ListSearchSpec } from './list-search.ts'

/** One column of a list. It can be sorted by where the contract's allow-list has a field of its id. */
export interface ListColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The whole text of a cell that may be cut off, for its title. */
  text?: (row: Row) => string
  /** CSS width; columns without one share the rest. */
  width?: string
  align?: 'end'
  /** Which way the first press on the header sorts; dates and numbers start with the newest and the most. */
  firstDirection?: 'asc' | 'desc'
  /** Its text may take several lines; all others are cut off at the end of their one line. */
  wraps?: true
  /** It is not there where the admin API lacks this. */
  feature?: Feature
  /**
   * Where the cell stands on a phone, where a row is a card: headline (and link), beside it, the one second line, the rest with
   * labels, or a text over the whole width.
   */
  phone: 'headline' | 'aside' | 'line' | 'more' | 'text'
}

/**
 * Changes some parameters of the URL; undefined takes one away. The list goes back to page 1. With `replace` the change goes on
 * with the last step of the history. Resolves when the URL has changed.
 */
export type ChangeFilters = (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => Promise<void>

/** One filter: its control in the bar and the chip that says it is in use. A filter without control comes by links alone. */
export interface ListFilter {
  id: string
  /** The parameters that removing the chip takes away. */
  params: readonly string[]
  Control?: ComponentType<{ search: ListSearch; change: ChangeFilters }>
  /** What the chip says; null while the filter is not in use. The search box has no chip: it shows its text itself. */
  chip: (search: ListSearch) => string | null
  /** Stands before all other filters and stays visible on a phone. */
  isSearch?: true
  /** It narrows the list also where the URL says nothing of it. */
  isAlwaysInUse?: true
  /** It is not there where the admin API lacks this. */
  feature?: Feature
}

/** What makes the rows of a list selectable. */
export interface BulkSpec<Query> {
  /** The record that stands for selected rows, whose commands the bar offers. */
  target: (ids: readonly number[]) => Target
  /** The ids of all rows that the list's filters find, up to the limit. */
  matching: (request: Query) => Promise<readonly number[]>
  /** How many can be changed at once. */
  limit: number
}

/** What any list answers. */
export interface ListReply {
  rows: { id: number }[]
  pagination: Pagination
}

/** A list view as data: everything that the list page needs to know of a resource. `Reply` is what its endpoint answers. */
export interface ListDefinition<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey, Row = Reply['rows'][number]> {
  /** Names the list among all lists: its focused row is remembered under it. */
  id: string
  title: string
  /** Names the person's choice of its columns, where many lists of one kind share it: those of all customers' pages. */
  columnsId?: string
  /** Its columns are not for choosing. */
  hasFixedColumns?: true
  search: ListSearchSpec<Query>
  query: (query: Query) => QueryOptionsOf<Reply, Key>
  columns: readonly ListColumn<Row>[]
  filters: readonly ListFilter[]
  /** Where a row leads. Absent, or null for one row, where it leads nowhere: Enter and a press on it then open its menu. */
  href?: (row: Row) => string | null
  /** What a row's address opens: 'Ana Ruiz', 'the customer of Summer menu'. */
  opens: (row: Row) => string
  /** What the row itself is called, where that is not what it opens. */
  nameOf?: (row: Row) => string
  /** Says on the row's link itself where it leads, for lists whose rows open another record than their own. */
  linkLabel?: (row: Row) => string
  /** The actions column in words, where there is room for them; an icon otherwise. */
  action?: { text: (row: Row) => string; width: string }
  /** The record whose commands the row offers; null where it has none. */
  target: (row: Row) => Target | null
  /** The name under which all of it can be had as a file. The query's key then ends in what is asked of the server. */
  exportAs?: ExportedList
  /** Makes rows selectable. */
  bulk?: BulkSpec<Query>
  /** Rows open in a new tab, where the documents say so. */
  opensNewTab?: true
  /** Where the documents say more of a failure than the usual toast and panel. */
  failure?: {
    /** The toast's title. */
    title: (status: number | null) => string
    /** Rows that were there before go as well. */
    emptiesList: true
  }
  /** What to do about an empty list, in a sentence. */
  emptyText: string
  /** A search that may find more, offered where this one found nothing. */
  widerSearch?: (search: ListSearch) => { label: string; changes: Record<string, string | undefined> } | null
  /** The greatest width of a list of few columns: eyes lose the row over a gap. */
  maxWidth?: string
}

type QueryOptionsOf<Reply, Key extends QueryKey> = Omit<UseQueryOptions<Reply, Error, Reply, Key>, 'queryFn'> & {
  queryFn?: QueryFunction<Reply, Key>
}

/** Declares a list; rows, query and key are known from what is given. */
export function defineList<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  list: ListDefinition<Query, Reply, Key>,
): ListDefinition<Query, Reply, Key> {
  // Where no row leads anywhere there is nothing to walk.
  if (list.href) makeWalkable(list)
  return list
}
