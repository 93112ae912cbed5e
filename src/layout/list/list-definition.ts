import type { QueryFunction, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Target } from '../../commands/engine/targets.ts'
import type { ExportedList } from '../../contract/exports.ts'
import type { Feature } from '../../contract/features.ts'
import type { ListRequest, Pagination } from '../../contract/list.ts'
import type { SidePanelType } from '../session/side-panel-address.ts'
import type { ListFilter } from './filter-definition.ts'
import type { ListSearch, ListSearchSpec } from './list-search.ts'

/** A list column. Sortable if the contract's allow-list has a field of its id. */
export interface ListColumn<Row> {
  id: string
  header: string
  /** Shown in the cell; the text without it. */
  cell?: (row: Row) => ReactNode
  /** The full text of a cell that may be truncated, for its title. */
  text?: (row: Row) => string
  /** What it says exactly, if its words change as time passes: whether the row changed is told by this. */
  exact?: (row: Row) => string
  /** CSS width; columns without one share the rest. */
  width?: string
  align?: 'end'
  /** The direction of the first press on the header, where it isn't desc for numbers at the end of their cell and asc for all else. */
  firstDirection?: 'asc' | 'desc'
  /** May wrap; other columns are truncated to one line. */
  wraps?: true | undefined
  /** Left out if the admin API lacks this feature. */
  feature?: Feature
  /** Shown only while the list is in its order. */
  isShownIfSorted?: true
  /**
   * Its place in a phone's row of two lines: on the first what is judged and, at its end, the state; on the second the facts.
   * The headline is what is judged and has the row's link; a list judged by another column has a title, and a link among
   * the facts. Other columns are left out.
   */
  phone?: 'headline' | 'title' | 'link' | 'state' | 'fact'
  /** Shown there in place of the cell: short, plain, and clear without a header ('42 scans'). Nothing leaves it out. */
  brief?: (row: Row) => ReactNode
}

/** Whether a column has the row's link, and so always shows. */
export const hasLink = ({ phone }: Pick<ListColumn<never>, 'phone'>) => phone === 'headline' || phone === 'link'

export const cellOf = <Row>({ cell, text }: ListColumn<Row>, row: Row): ReactNode => (cell ?? text)?.(row)

/** The columns of a phone's rows. What the list is sorted by joins the facts, as nothing else would explain the order. */
export const phoneColumns = <Row>(columns: readonly ListColumn<Row>[], sortedBy: string | undefined): readonly ListColumn<Row>[] =>
  columns
    .flatMap((column): ListColumn<Row>[] => {
      const { id, phone, header, brief } = column
      if (phone) return [{ ...column, wraps: undefined, cell: brief ?? column.cell }]
      return id === sortedBy ? [{ ...column, phone: 'fact', cell: brief ?? ((row) => [header, ' ', cellOf(column, row)]) }] : []
    })
    // When it was comes last.
    .sort((a, b) => Number(a.exact !== undefined) - Number(b.exact !== undefined))

export interface BulkSpec<Query, Row = unknown> {
  /** The target for selected rows; its commands are in the bulk bar. @param rows those of them that are on screen */
  target: (ids: readonly number[], rows: readonly Row[]) => Target
  /** The ids of all rows matching the filters, up to the limit. */
  matching: (request: Query) => Promise<readonly number[]>
}

export interface ListReply {
  rows: { id: number }[]
  pagination: Pagination
}

/** A list view as data. `Reply` is its endpoint's reply. */
export interface ListDefinition<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey, Row = Reply['rows'][number]> {
  /** Unique id; the focused row is remembered under it. */
  id: string
  title: string
  alsoCalled?: readonly string[]
  /** The path of its own screen: the palette offers it there, filtered by what is typed. */
  path?: string
  /** The key of the column choice, if lists of one kind share it: those on customer pages. */
  columnsId?: string
  /** Its columns can't be chosen. */
  hasFixedColumns?: true
  search: ListSearchSpec<Query>
  query: (query: Query) => QueryOptionsOf<Reply, Key>
  columns: readonly ListColumn<Row>[]
  filters: readonly ListFilter[]
  /** A row's URL. Without one, Enter or a press opens its menu. */
  href?: (row: Row) => string | null
  /** What Space and a press on the row open beside the list. Without a URL, the row's link opens it too. */
  panel?: SidePanelType
  /** The row's link opens the side panel and its URL is a link of its own, since the row is another record. */
  linksToPanel?: true
  /** What the URL opens: 'Ana Ruiz', 'the customer of Summer menu'. */
  opens: (row: Row) => string
  /** The row's own name, if it isn't what it opens. */
  nameOf?: (row: Row) => string
  /** The row link's label, for lists whose rows open another record. */
  linkLabel?: (row: Row) => string
  /** Which customer it leads to, in the actions column; without it there is an icon. */
  action?: { text: (row: Row) => string; width: string }
  /** The record for the row's commands, or null. */
  target: (row: Row) => Target | null
  /** Its export name, if exportable. The query key must end with the request. */
  exportAs?: ExportedList
  bulk?: BulkSpec<Query, Row>
  /** Rows open in a new tab (only if the documents say so). */
  opensNewTab?: true
  /** The documented title of a failure's toast; rows already loaded are hidden then, too. */
  failureTitle?: (status: number | null) => string
  /** What to do about an empty list, in a sentence. */
  emptyText: string
  /** The same where nothing is filtered. */
  noneText?: string
  /** A wider search to offer if this one found nothing: the term, and the change of the URL. */
  widerSearch?: (
    search: ListSearch,
  ) => { term: string; noun: readonly [one: string, many: string]; changes: Record<string, string | undefined> } | null
}

type QueryOptionsOf<Reply, Key extends QueryKey> = Omit<UseQueryOptions<Reply, Error, Reply, Key>, 'queryFn'> & {
  queryFn?: QueryFunction<Reply, Key>
}
