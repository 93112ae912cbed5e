import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { exportLimit } from '../../../src/contract/exports.ts'
import type { ListRequest } from '../../../src/contract/list.ts'
import { withoutHidden } from '../../../src/contract/on-demand.ts'
import { idOf, type ListSource, type RowOf, type Columns as SelectedColumns } from '../../db/list/list.ts'
import { type WholeList, wholeList } from '../../db/list/whole-list.ts'
import { parseQuery } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { type CsvColumn, csvOf } from '../sales/csv.ts'

/** An export ready to be sent. */
export interface PreparedExport {
  rows: number
  /** Whether the list exceeds a file's limit. */
  isCut: boolean
  /** The parsed list query, without paging. */
  filters: Record<string, unknown>
  /**
   * The file in chunks.
   * @param goOn called before each chunk is read; throws to stop
   * @param hidden fields that whoever exports doesn't get
   */
  parts: (goOn: () => Promise<void>, hidden: ReadonlySet<string>) => AsyncGenerator<string>
}

/** How a list is exported. */
export interface ListExport {
  /** The list's endpoint, for access and query. */
  endpoint: Endpoint
  /**
   * @param ids the selected rows; absent: everything the query finds
   * @throws ApiError bad_request as the list does
   */
  prepare: (context: AppContext, query: unknown, ids?: readonly number[]) => Promise<PreparedExport>
}

/** Small batches, because the embedded database serves one query at a time. */
const rowsAtOnce = 100

type ListEndpoint = Endpoint<z.ZodType, z.ZodType<ListRequest>>

interface Columns<Row> {
  /** Columns after the id, which comes first. */
  columns: readonly CsvColumn<Row>[]
  /** Header of the id, if it isn't the row's own. */
  idHeader?: string
}

/** Declares the export of a list from its own source and rows. */
export function listExport<E extends ListEndpoint, Selected extends SelectedColumns, Row>(
  endpoint: E,
  {
    source,
    toRow,
    ...columns
  }: Columns<Row> & {
    source: (query: z.output<E['query']>, context: AppContext) => ListSource<Selected> | Promise<ListSource<Selected>>
    toRow: (selected: RowOf<Selected>, context: AppContext) => Row
  },
): ListExport {
  return exportOf(
    endpoint,
    async (context, query, max, ids) => {
      const slice = { direction: query.sortDirection, max }
      const all = await source(query, context)
      return wholeList(context.database, ids ? selectedOf(all, ids) : all, slice, (selected) => toRow(selected, context))
    },
    columns,
  )
}

/**
 * Declares the export of a list that isn't read from one table.
 * @param open reads at most `max` matching ids, or those of the selected rows
 */
export function exportOf<E extends ListEndpoint, Row>(
  endpoint: E,
  open: (context: AppContext, query: z.output<E['query']>, max: number, ids?: readonly number[]) => Promise<WholeList<Row>>,
  { columns, idHeader = 'Id' }: Columns<Row>,
): ListExport {
  return {
    endpoint,
    prepare: async (context, rawQuery, selected) => {
      const query = parseQuery(endpoint, rawQuery)
      const { ids: found, read } = await open(context, query, exportLimit + 1, selected)
      const ids = found.slice(0, exportLimit)
      return {
        rows: ids.length,
        isCut: found.length > exportLimit,
        filters: selected ? { selected: selected.length } : filtersOf(query),
        parts: (goOn, hidden) => csvOf(withId(columns, idHeader, hidden), eachLine(ids, read, goOn)),
      }
    },
  }
}

/** The rows of a list with these ids, whatever its filters. */
const selectedOf = <Selected extends SelectedColumns>(source: ListSource<Selected>, ids: readonly number[]): ListSource<Selected> => ({
  ...source,
  within: undefined,
  where: sql`${idOf(source)} = any(${sql.param([...ids])}::int[])`,
})

interface Line<Row> {
  id: number
  /** Null if the row was deleted since its id was read; the line remains, to match the announced count. */
  row: Row | null
}

async function* eachLine<Row>(ids: readonly number[], read: WholeList<Row>['read'], goOn: () => Promise<void>): AsyncGenerator<Line<Row>> {
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    await goOn()
    const part = ids.slice(from, from + rowsAtOnce)
    const rows = await read(part)
    for (const id of part) yield { id, row: rows.get(id) ?? null }
  }
}

function withId<Row>(columns: readonly CsvColumn<Row>[], idHeader: string, hidden: ReadonlySet<string>): CsvColumn<Line<Row>>[] {
  const shown = (row: Row) => (hidden.size === 0 ? row : withoutHidden(row, hidden))
  return [
    { header: idHeader, value: ({ id }) => id },
    ...columns.map(({ header, value }) => ({ header, value: ({ row }: Line<Row>) => (row === null ? null : value(shown(row))) })),
  ]
}

function filtersOf(query: unknown): Record<string, unknown> {
  const { page: _page, perPage: _perPage, ...filters } = query as Record<string, unknown>
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}
