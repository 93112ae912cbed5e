import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react'
import type { ListColumn } from './list-definition.ts'
import type { TableProps } from './list-table.tsx'
import { PageCheckbox } from './row-checkbox.tsx'
import styles from './table-head.module.css'

/** A list's column headings; those of sortable columns sort. */
export function TableHead<Row extends { id: number }>(props: TableProps<Row>) {
  const { list, rows, selection } = props
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection ? (
          <th role="columnheader" scope="col" className={styles.header}>
            <PageCheckbox ids={rows.map(({ id }) => id)} selection={selection} />
          </th>
        ) : null}
        {list.columns.map((column) => (
          <HeaderCell key={column.id} {...props} column={column} />
        ))}
        <th role="columnheader" scope="col" className={styles.header}>
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

function HeaderCell<Row extends { id: number }>({ column, list, sort, onSort }: TableProps<Row> & { column: ListColumn<Row> }) {
  const isSorted = sort.field === column.id
  const ariaSort = isSorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined
  const Arrow = isSorted && sort.direction === 'desc' ? ArrowDownIcon : ArrowUpIcon
  return (
    <th role="columnheader" scope="col" aria-sort={ariaSort} className={styles.header} data-align={column.align}>
      {list.search.sorts.includes(column.id) ? (
        <button type="button" className={styles.sortButton} data-sorted={isSorted || undefined} onClick={() => onSort(column)}>
          <span className="clip">{column.header}</span>
          <Arrow size={12} className={styles.sortArrow} />
        </button>
      ) : (
        <span className="clip">{column.header}</span>
      )}
    </th>
  )
}
