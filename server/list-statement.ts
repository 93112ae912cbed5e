import { eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { countLimit, type SortDirection } from '../src/contract/list.ts'
import type { Db } from './db/connect.ts'
import { keptStatement, statementName, takenApart, withPlaceholders } from './db/kept-statements.ts'
import type { Columns, Counted, ListSource, ListStrategy } from './list.ts'
import { plenty } from './plenty.ts'

/** Most matches counted at once. A larger collection counts itself. */
export function mostCounted(strategy: ListStrategy): number {
  return typeof strategy === 'object' ? Math.max(strategy.collect, plenty) : plenty
}

/**
 * The statements that read pages of a list, cached with placeholders for all values.
 * @param id the column that identifies a row
 */
export function listStatement<Selected extends Columns>(db: Db, source: ListSource<Selected>, id: PgColumn, direction: SortDirection) {
  const where = takenApart(source.where ?? sql`true`, 'where')
  const sortBy = takenApart(sql`${source.sortBy}`, 'sortBy')
  const table = getTableName(source.table)
  const shape = [table, JSON.stringify(source.strategy), sortBy.text, direction, where.text].join(' ')
  const values = { ...where.values, ...sortBy.values }
  const parts = (): ListParts => ({
    source,
    id,
    where: withPlaceholders(where),
    sortBy: withPlaceholders(sortBy),
    direction: sql.raw(direction),
  })
  const anywhere = sql`limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`
  return {
    /**
     * Key of table, counting limit and condition with its values:
     * what is plenty for one sort order may not be for another.
     */
    filter: JSON.stringify([table, mostCounted(source.strategy), where]),

    /** Rows with the number of matches; one entry without a row if the page is empty. */
    counted(limit: number, offset: number): Promise<Counted<Selected>[]> {
      const statement = keptStatement(db, source.columns, shape, () => {
        const list = parts()
        return rowsOf(db, list, source.columns, countedIds(list, anywhere)).prepare('')
      })
      return statement.execute({ ...values, limit, offset })
    },

    /**
     * Rows of a list known to have plenty, without counting. The first
     * page's plan is cached too, as making it costs more than the rest.
     */
    uncounted(limit: number, offset: number): Promise<Counted<Selected>[]> {
      const range = offset === 0 ? sql.raw(`limit ${limit}`) : anywhere
      const statement = keptStatement(db, source.columns, `${offset === 0 ? limit : ''} uncounted ${shape}`, () => {
        const list = parts()
        const ids = sql`select ${sql.raw(String(countLimit + 1))} as counted, key, id from (${manyIds(list, list.where, range)}) as page`
        const query = rowsOf(db, list, source.columns, ids)
        return query.prepare(offset === 0 ? statementName(query.toSQL().sql) : '')
      })
      return statement.execute({ ...values, limit, offset })
    },
  }
}

interface ListParts {
  source: ListSource<Columns>
  id: PgColumn
  where: SQL
  sortBy: SQL
  direction: SQL
}

/** Joins rows to the `counted`, `key` and `id` of a statement, in page order. */
function rowsOf<Selected extends Columns>(db: Db, { source, id, direction }: ListParts, columns: Selected, ids: SQL) {
  const found = db.$with('found', { counted: sql<number>`counted`.as('counted'), id: sql<number>`id`.as('id') }).as(ids)
  return db
    .with(found)
    .select({ counted: sql<number>`found.counted`, row: columns })
    .from(found)
    .leftJoin(source.table, eq(id, sql`found.id`))
    .orderBy(sql`found.key ${direction}`, sql`found.id ${direction}`)
}

const keyed = ({ source, id, sortBy }: ListParts, where: SQL) =>
  sql`select ${sortBy} as key, ${id} as id from ${source.table} where ${where}`

/** SQL for `key` and `id` of a page, out of `matches`. */
function sortedIds({ direction }: ListParts, matches: SQL, where: SQL, range: SQL): SQL {
  return sql`select key, id from ${matches} where ${where} order by key ${direction}, id ${direction} ${range}`
}

/** SQL for `key` and `id` of a page if there are too many matches to collect. */
function manyIds(list: ListParts, where: SQL, range: SQL): SQL {
  // 'offset 0' keeps order and limit from influencing how matches are found.
  if (list.source.strategy === 'sort') return sortedIds(list, sql`(${keyed(list, where)} offset 0) as matched`, sql`true`, range)
  return sql`${keyed(list, where)} order by ${list.sortBy} ${list.direction}, ${list.id} ${list.direction} ${range}`
}

/** SQL for `counted`, `key` and `id` of a page; one row without an id if there are no matches. */
function countedIds(list: ListParts, range: SQL): SQL {
  const { source, id, where } = list
  const { table, strategy } = source
  const capped = sql.raw(`limit ${mostCounted(strategy) + 1}`)
  if (typeof strategy === 'string') {
    return sql`select counted.counted, page.key, page.id
      from (select count(*)::int as counted from (select 1 from ${table} where ${where} ${capped}) as capped) as counted
      left join (${manyIds(list, where, range)}) as page on true`
  }
  // Finds matches once; only one half of the union is executed. Ids alone often come from the filter's index, so keys
  // are fetched only once it is known that there are few; a larger collection reads the rows anyway.
  const lean = strategy.collect <= countLimit && source.sortBy !== id
  const matches = lean ? sql`select ${id} as id from ${table} where ${where}` : keyed(list, where)
  const collected = lean
    ? sql`(select (select ${list.sortBy} from ${table} where ${id} = matched.id) as key, id from matched) as collected`
    : sql`matched`
  const most = sql.raw(String(strategy.collect))
  return sql`with matched as materialized (${matches} ${capped}),
      counted as (select count(*)::int as counted from matched),
      page as (
        (${sortedIds(list, collected, sql`(select counted from counted) <= ${most}`, range)})
        union all
        (${manyIds(list, sql`(select counted from counted) > ${most} and (${where})`, range)})
      )
      select counted.counted, page.key, page.id from counted left join page on true`
}
