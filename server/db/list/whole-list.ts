import type { SortDirection } from '../../../src/contract/list.ts'
import type { Database } from '../connect.ts'
import { allIds, type Columns, type ListSource, type RowOf, readRows } from './list.ts'

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
  { reading }: Pick<Database, 'reading'>,
  source: ListSource<Selected>,
  { direction, max }: { direction: SortDirection; max: number },
  toRow: (selected: RowOf<Selected>) => Row,
): Promise<WholeList<Row>> {
  return {
    ids: await reading((db) => allIds(db, source, { offset: 0, limit: max, direction })),
    read: async (ids) => {
      const rows = await reading((db) => readRows(db, source, ids))
      return new Map([...rows].map(([id, row]) => [id, toRow(row)]))
    },
  }
}
