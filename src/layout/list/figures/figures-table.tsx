import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react'
import type { ReactNode, RefObject } from 'react'
import type { SortDirection } from '../../../contract/list.ts'
import type { FocusedRow } from '../use-focused-row.ts'
import { ScrollBox } from '../../kit/scroll-box.tsx'
import { Definition } from './definition.tsx'
import styles from './figures-table.module.css'
import loading from '../table-loading.module.css'

/** A column of figures, sorted by its id. */
export interface FigureColumn<Row> {
  id: string
  header: string
  /** What the figure is, in a sentence. */
  hint?: string
  cell: (row: Row) => ReactNode
}

interface FiguresTableProps<Row extends { id: number }, Totals> {
  label: string
  /** The sticky first column, with the row's link. */
  head: FigureColumn<Row>
  columns: readonly (FigureColumn<Row> & { total?: (totals: Totals) => ReactNode })[]
  rows: readonly Row[]
  /** The totals of all pages; no totals row without them. */
  totals?: Totals | undefined
  /** Rows to reserve while the first ones load. */
  skeletonRows: number
  /** Whether newer rows are loading. */
  isStale: boolean
  sort: { field: string; direction: SortDirection }
  onSort: (column: FigureColumn<Row>) => void
  focused: FocusedRow
  tableRef: RefObject<HTMLTableElement | null>
}

/**
 * A wide table that scrolls in its own box, with sticky header, first column
 * and totals. It stays a table on phones, so figures can be compared.
 */
export function FiguresTable<Row extends { id: number }, Totals>(props: FiguresTableProps<Row, Totals>) {
  const { label, head, columns, rows, totals, skeletonRows, isStale, focused, tableRef } = props
  // The figures decide how wide the columns are, so the headers come with them, in a table of their own.
  const isLoading = rows.length === 0 && skeletonRows > 0
  return (
    <div className={loading.frame} data-stale={isStale || undefined}>
      <ScrollBox className={styles.scroll} aria-label={`${label}, scrolls`}>
        <table key={String(isLoading)} ref={tableRef} aria-label={label} aria-busy={isStale || skeletonRows > 0} className={styles.table}>
          <thead>
            <tr>
              {[head, ...columns].map((column) =>
                isLoading ? (
                  <th key={column.id} scope="col">
                    <span className="visually-hidden">{column.header}</span>
                  </th>
                ) : (
                  <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
                ),
              )}
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
                    <span className={loading.skeleton} style={{ width: `${35 + ((index * 17 + at * 29) % 40)}%` }}>
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
      </ScrollBox>
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
  const button = (
    <button type="button" className={styles.sort} data-sorted={isSorted || undefined} onClick={() => onSort(column)}>
      {column.header}
      <Arrow size={12} className={styles.arrow} />
    </button>
  )
  return (
    <th scope="col" aria-sort={isSorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}>
      {column.hint === undefined ? button : <Definition text={column.hint}>{button}</Definition>}
    </th>
  )
}
