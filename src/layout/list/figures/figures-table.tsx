import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react'
import type { ReactNode, RefObject } from 'react'
import type { SortDirection } from '../../../contract/list.ts'
import type { FocusedRow } from '../use-focused-row.ts'
import styles from './figures-table.module.css'

/** One column of figures. It is sorted by its id. */
export interface FigureColumn<Row> {
  id: string
  header: string
  /** What the figure means, as the header's tooltip. */
  hint?: string
  cell: (row: Row) => ReactNode
}

interface FiguresTableProps<Row extends { id: number }, Totals> {
  label: string
  /** The first column, which names the row and stays in sight: its cell has the row's link. */
  head: FigureColumn<Row>
  columns: readonly (FigureColumn<Row> & { total?: (totals: Totals) => ReactNode })[]
  rows: readonly Row[]
  /** The sums of all pages; without them there is no last row. */
  totals?: Totals | undefined
  /** While the first rows are on their way: how many places are held for them. */
  skeletonRows: number
  /** What is on screen is about to be replaced. */
  isStale: boolean
  sort: { field: string; direction: SortDirection }
  onSort: (column: FigureColumn<Row>) => void
  focused: FocusedRow
  tableRef: RefObject<HTMLTableElement | null>
}

/** What scrolls has to be within reach of the keyboard. */
const scrollable = { tabIndex: 0 }

/**
 * A table of many figures: it scrolls inside its own box, with header, first column and totals in sight. On a phone it stays a
 * table, because figures are there to be compared.
 */
export function FiguresTable<Row extends { id: number }, Totals>(props: FiguresTableProps<Row, Totals>) {
  const { label, head, columns, rows, totals, skeletonRows, isStale, focused, tableRef } = props
  return (
    <div className={styles.frame} data-stale={isStale || undefined}>
      <div className={styles.scroll} role="group" aria-label={`${label}, scrolls`} {...scrollable}>
        <table ref={tableRef} aria-label={label} aria-busy={isStale || skeletonRows > 0} className={styles.table}>
          <thead>
            <tr>
              {[head, ...columns].map((column) => (
                <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr
                key={row.id}
                data-focused={index === focused.index || undefined}
                onFocus={(event) => {
                  focused.onFocus(event)
                  focused.note(index)
                }}
                onBlur={focused.onBlur}
              >
                <th scope="row">{head.cell(row)}</th>
                {columns.map((column) => (
                  <td key={column.id}>{column.cell(row)}</td>
                ))}
              </tr>
            ))}
            {[...Array(skeletonRows).keys()].map((index) => (
              <tr key={index} aria-hidden="true">
                {[head, ...columns].map((column, at) => (
                  <td key={column.id}>
                    <span className={styles.skeleton} style={{ width: `${35 + ((index * 17 + at * 29) % 40)}%` }}>
                      {'\u00a0'}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {totals === undefined || rows.length === 0 ? null : (
            <tfoot>
              <tr>
                <th scope="row">Totals</th>
                {columns.map((column) => (
                  <td key={column.id}>{column.total?.(totals)}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </div>
  )
}

interface HeaderCellProps<Row> {
  column: FigureColumn<Row>
  sort: { field: string; direction: SortDirection }
  onSort: (column: FigureColumn<Row>) => void
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const isSorted = sort.field === column.id
  const Arrow = isSorted && sort.direction === 'asc' ? ArrowUpIcon : ArrowDownIcon
  return (
    <th scope="col" aria-sort={isSorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined} title={column.hint}>
      <button type="button" className={styles.sort} data-sorted={isSorted || undefined} onClick={() => onSort(column)}>
        {column.header}
        <Arrow size={12} className={styles.arrow} />
      </button>
    </th>
  )
}
