import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { countLimit, type ListRequest, type Pagination, paginate } from '../src/contract/list.ts'
import type { Db } from './db/connect.ts'
import { listStatement, mostCounted } from './list-statement.ts'
import { plentyOf } from './plenty.ts'

export type Columns = Record<string, PgColumn | SQL | SQL.Aliased>

/**
 * How a page's rows are found. With order and limit PostgreSQL tends to walk the order's index in the hope of meeting
 * matches soon; if they are at the far end it reads the whole table.
 * - `look-up`: count and sort the matches in a plain statement, for conditions with few matches.
 * - `walk`: walk the index, for conditions that match almost every row.
 * - `collect`: collect up to so many matches (at least `countLimit`) and sort them; only if there are more, walk.
 * `countLimit` suits matches spread evenly over the order; use more if they are clustered, such as names searched and
 * sorted by name.
 * - `sort`: sort all matches, for clustered ones answered by an index alone: days sorted by id.
 */
export type ListStrategy = 'look-up' | 'walk' | { collect: number } | 'sort'

/** For filters unrelated to the order. */
export const evenly: ListStrategy = { collect: countLimit }

/** A list's table and its row identifier: `id` by default. */
type Table = { table: PgTable & { id: PgColumn }; id?: undefined } | { table: PgTable; id: PgColumn }

/** What a list reads and how; all of it built by the server, none of it caller's text. */
export type ListSource<Selected extends Columns> = Table & {
  columns: Selected
  where: SQL | undefined
  /** The sort expression as indexed; id is the last tie-break. Nulls come last ascending, first descending. */
  sortBy: SQL | PgColumn
  strategy: ListStrategy
}

/** The column that identifies a list's rows. */
export const idOf = (source: Table): PgColumn => (source.id === undefined ? source.table.id : source.id)

/** A selected row. */
export type RowOf<Selected extends Columns> = SelectResultFields<Selected>

type PageRequest = Pick<ListRequest, 'page' | 'perPage' | 'sortDirection'>

/** A row with the number of all matches; null row if the page is empty. */
export interface Counted<Selected extends Columns> {
  counted: number
  row: SelectResultFields<Selected> | null
}

/**
 * One page of a list with its pagination, in one statement and thus one snapshot. Counts up to `countLimit`, and not
 * again for a while after finding plenty; a page past the end becomes the last (ruling 13).
 */
export async function listPage<Selected extends Columns>(
  db: Db,
  source: ListSource<Selected>,
  request: PageRequest,
): Promise<{ rows: SelectResultFields<Selected>[]; pagination: Pagination }> {
  const page = Math.min(request.page, Math.ceil(countLimit / request.perPage))
  const counted = await (source.strategy === 'look-up' ? lookUp : search)(db, source, { ...request, page })
  const pagination = paginate({ page, perPage: request.perPage }, counted[0]?.counted ?? 0)
  if (pagination.current_page < page) {
    // A look-up with an empty page can't tell how many rows precede it.
    const strategy = source.strategy === 'look-up' ? evenly : source.strategy
    return listPage(db, { ...source, strategy }, { ...request, page: counted.length === 0 ? page : pagination.current_page })
  }
  return { rows: counted.flatMap(({ row }) => (row === null ? [] : [row])), pagination }
}

async function lookUp<Selected extends Columns>(db: Db, source: ListSource<Selected>, request: PageRequest): Promise<Counted<Selected>[]> {
  const { table, sortBy } = source
  const direction = sql.raw(request.sortDirection)
  const { limit, offset } = rangeOf(request)
  return db
    .select({ counted: sql<number>`count(*) over ()::int`, row: source.columns })
    .from(table)
    .where(source.where)
    .orderBy(sql`${sortBy} ${direction}`, sql`${idOf(source)} ${direction}`)
    .limit(limit)
    .offset(offset)
}

async function search<Selected extends Columns>(db: Db, source: ListSource<Selected>, request: PageRequest): Promise<Counted<Selected>[]> {
  const { limit, offset } = rangeOf(request)
  const statement = listStatement(db, source, idOf(source), request.sortDirection)
  const filter = plentyOf(db, statement.filter)
  if (filter.isKnown()) {
    const page = await statement.uncounted(limit, offset)
    if (page.length === limit) return page
    filter.forget()
  }
  const page = await statement.counted(limit, offset)
  if ((page[0]?.counted ?? 0) > mostCounted(source.strategy)) filter.remember()
  return page
}

/** Rows beyond the count limit are on no page. */
function rangeOf({ page, perPage }: PageRequest) {
  const offset = (page - 1) * perPage
  return { offset, limit: Math.min(perPage, countLimit - offset) }
}

/** `expression` in byte order, as indexed on both engines. */
export function byBytes(expression: SQL | PgColumn): SQL {
  return sql`${expression} collate "C"`
}

/**
 * Whether `LIKE '%term%'` can use a trigram index: three or more characters, with two adjacent letters or digits or one
 * at the start of a word. Other terms would scan every row.
 */
export function isSubstringSearchable(term: string): boolean {
  return /^.{3}/su.test(term) && /[\p{L}\p{N}]{2}|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(term)
}

/** The id a search term spells; null if it isn't one. */
export function idFromText(term: string): number | null {
  return /^[1-9]\d{0,9}$/.test(term) && Number(term) <= 2_147_483_647 ? Number(term) : null
}
