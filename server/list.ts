import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { countLimit, type ListRequest, type Pagination, paginate } from '../src/contract/list.ts'
import type { Db } from './db/connect.ts'
import { listStatement, mostCounted } from './list-statement.ts'
import { plentyOf } from './plenty.ts'

export type Columns = Record<string, PgColumn | SQL | SQL.Aliased>

/**
 * How the rows of a page are found. Told to order and limit, PostgreSQL tends to walk the order's index, hoping to meet matches
 * soon; where they lie at the far end it reads the whole table.
 *
 * - `look-up`: count and sort the matches as they come, in the plainest statement. For conditions that name one row or some.
 * - `walk`: walk the index. For conditions that leave almost every row.
 * - `collect`: take up to so many matches (`countLimit` or more) and sort those; only where there are more, walk. `countLimit` will
 *   do where matches lie evenly in the order, more is needed where they lie together: names searched for and sorted by name.
 * - `sort`: sort all matches. For matches that an index alone answers and that lie together: days sorted by ids.
 */
export type ListStrategy = 'look-up' | 'walk' | { collect: number } | 'sort'

/** Where a filter says little about the order. */
export const evenly: ListStrategy = { collect: countLimit }

/** The table of a list and what tells its rows apart: its `id`, unless another column is named. */
type Table = { table: PgTable & { id: PgColumn }; id?: undefined } | { table: PgTable; id: PgColumn }

/** What a list reads and how; everything in it is built by the server, nothing is the caller's text. */
export type ListSource<Selected extends Columns> = Table & {
  columns: Selected
  where: SQL | undefined
  /** The expression sorted by, as an index has it; id is the last tie-break. Nulls stand last ascending, first descending. */
  sortBy: SQL | PgColumn
  strategy: ListStrategy
}

/** The column that tells a list's rows apart. */
export const idOf = (source: Table): PgColumn => (source.id === undefined ? source.table.id : source.id)

/** A row as it is selected. */
export type RowOf<Selected extends Columns> = SelectResultFields<Selected>

type PageRequest = Pick<ListRequest, 'page' | 'perPage' | 'sortDirection'>

/** A row of a page beside the number of all matches; no row where the page has none. */
export interface Counted<Selected extends Columns> {
  counted: number
  row: SelectResultFields<Selected> | null
}

/**
 * One page of a list with its pagination, in one statement and so of one moment. Matches are counted up to `countLimit`, and not
 * again for a while where there were plenty; a page past the end is the last page (ruling 13).
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
    // A look-up that found nothing on this page can't tell how many there are before it.
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

/** Rows beyond the counted ones are on no page. */
function rangeOf({ page, perPage }: PageRequest) {
  const offset = (page - 1) * perPage
  return { offset, limit: Math.min(perPage, countLimit - offset) }
}

/** `expression` in the order of bytes, as the indexes have it on both engines. */
export function byBytes(expression: SQL | PgColumn): SQL {
  return sql`${expression} collate "C"`
}

/**
 * Whether `LIKE '%term%'` can use a trigram index: three characters or more, with two letters or digits side by side or one at
 * the beginning of a word. Any other term would be looked for in every row.
 */
export function isSubstringSearchable(term: string): boolean {
  return /^.{3}/su.test(term) && /[\p{L}\p{N}]{2}|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(term)
}

/** The id that a search term spells out; null where it is none. */
export function idFromText(term: string): number | null {
  return /^[1-9]\d{0,9}$/.test(term) && Number(term) <= 2_147_483_647 ? Number(term) : null
}
