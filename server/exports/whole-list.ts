import { eq, sql } from 'drizzle-orm'
import type { SortDirection } from '../../src/contract/list.ts'
import type { Db } from '../db/connect.ts'
import { type Columns, idOf, type ListSource, type RowOf } from '../list.ts'

/** All rows of a list: ids and order are a snapshot, contents are read later in batches. */
export interface WholeList<Row> {
  ids: readonly number[]
  /** Rows by id; deleted ones are missing. */
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>
}

/**
 * All rows of a list's source, in its order.
 * @param most reads at most this many ids; if it gets as many there may be more
 */
export async function wholeList<Selected extends Columns, Row>(
  db: Db,
  source: ListSource<Selected>,
  { direction, most }: { direction: SortDirection; most: number },
  toRow: (selected: RowOf<Selected>) => Row,
): Promise<WholeList<Row>> {
  return {
    ids: await listIds(db, source, direction, most),
    read: async (ids) => {
      const rows = await readRows(db, source, ids)
      return new Map(rows.map(({ id, row }) => [id, toRow(row)]))
    },
  }
}

/** Walks an index if the list does; otherwise so many rows are wanted that sorting all matches costs no more. */
async function listIds(db: Db, source: ListSource<Columns>, direction: SortDirection, most: number): Promise<number[]> {
  const { table, sortBy, strategy } = source
  const id = idOf(source)
  const way = sql.raw(direction)
  const keyed = sql`select ${sortBy} as key, ${id} as id from ${table} where ${source.where ?? sql`true`}`
  const inOrder =
    strategy === 'walk'
      ? sql`${keyed} order by ${sortBy} ${way}, ${id} ${way} limit ${most}`
      : sql`select id from (${keyed} offset 0) as matched order by key ${way}, id ${way} limit ${most}`
  const { rows } = await db.execute<{ id: number }>(inOrder)
  return rows.map((row) => row.id)
}

/** A join, so that columns are qualified by table: list columns may contain subqueries. */
async function readRows<Selected extends Columns>(db: Db, source: ListSource<Selected>, ids: readonly number[]) {
  return db
    .select({ id: sql<number>`wanted.id`, row: source.columns })
    .from(source.table)
    .innerJoin(sql`unnest(${sql.param([...ids])}::int[]) as wanted(id)`, eq(idOf(source), sql`wanted.id`))
}
