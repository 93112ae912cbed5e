import type { z } from 'zod'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { exportLimit } from '../../src/contract/exports.ts'
import type { ListRequest } from '../../src/contract/list.ts'
import type { AppContext } from '../context.ts'
import { parseQuery } from '../http/mount.ts'
import type { Columns as SelectedColumns, ListSource, RowOf } from '../list.ts'
import { type CsvColumn, csvOf } from '../sales/csv.ts'
import { type WholeList, wholeList } from './whole-list.ts'

/** An export that is ready to be sent. */
export interface PreparedExport {
  rows: number
  /** Whether the list has more than a file holds. */
  isCut: boolean
  /** What was asked for, as the list's own query reads it; without its page. */
  filters: Record<string, unknown>
  /** The file in parts. @param goOn is called before each part is read, and stops it by throwing */
  parts: (goOn: () => Promise<void>) => AsyncGenerator<string>
}

/** A list as it is exported. */
export interface ListExport {
  /** The list's own: who may read it, and how it is asked. */
  endpoint: Endpoint
  /** @throws ApiError bad_request as the list itself does */
  prepare: (context: AppContext, query: unknown) => Promise<PreparedExport>
}

/** Few, so that nobody waits long behind them: the embedded database does one thing at a time. */
const rowsAtOnce = 100

type ListEndpoint = Endpoint<z.ZodType, z.ZodType<ListRequest>>

interface Columns<Row> {
  /** Beside the id, which is the first. */
  columns: readonly CsvColumn<Row>[]
  /** What the id is of, where it is not the row's own. */
  idHeader?: string
}

/** Declares how a list is exported: from its own source, by its own rows. */
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
    async (context, query, most) => {
      const slice = { direction: query.sortDirection, most }
      return wholeList(context.database.orm, await source(query, context), slice, (selected) => toRow(selected, context))
    },
    columns,
  )
}

/**
 * Declares how a list is exported whose rows come from elsewhere than one table.
 * @param open reads the ids that the query finds, `most` of them at most
 */
export function exportOf<E extends ListEndpoint, Row>(
  endpoint: E,
  open: (context: AppContext, query: z.output<E['query']>, most: number) => Promise<WholeList<Row>>,
  { columns, idHeader = 'Id' }: Columns<Row>,
): ListExport {
  return {
    endpoint,
    prepare: async (context, asked) => {
      const query = parseQuery(endpoint, asked)
      const { ids: found, read } = await open(context, query, exportLimit + 1)
      const ids = found.slice(0, exportLimit)
      return {
        rows: ids.length,
        isCut: found.length > exportLimit,
        filters: filtersOf(query),
        parts: (goOn) => csvOf(withId(columns, idHeader), eachLine(ids, read, goOn)),
      }
    },
  }
}

interface Line<Row> {
  id: number
  /** Null where the row has gone since its id was read: its line stays, so that there are as many as were announced. */
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

function withId<Row>(columns: readonly CsvColumn<Row>[], idHeader: string): CsvColumn<Line<Row>>[] {
  return [
    { header: idHeader, value: ({ id }) => id },
    ...columns.map(({ header, value }) => ({ header, value: ({ row }: Line<Row>) => (row === null ? null : value(row)) })),
  ]
}

function filtersOf(query: unknown): Record<string, unknown> {
  const { page: _page, perPage: _perPage, ...filters } = query as Record<string, unknown>
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}
