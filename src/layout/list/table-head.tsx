import type { ComponentProps } from 'react'
import type { SortDirection } from '../../contract/list.ts'
import { PageCheckbox } from './row-checkbox.tsx'
import styles from './table.module.css'
import type { ListState } from './use-list-view.ts'

export const ariaSort = { asc: 'ascending', desc: 'descending' } as const

export function TableHead<Row extends { id: number }>({ view }: { view: ListState<Row> }) {
  const { list, columns, rows, selection, sort, sortBy } = view
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection ? (
          <th role="columnheader" scope="col" className={styles.header}>
            <PageCheckbox ids={rows.map(({ id }) => id)} selection={selection} />
          </th>
        ) : null}
        {columns.map((column) => {
          const { id, header, align, phone } = column
          const sorted = sort.field === id ? sort.direction : undefined
          return (
            <th
              key={id}
              role="columnheader"
              scope="col"
              aria-sort={sorted && ariaSort[sorted]}
              className={styles.header}
              data-align={align}
              data-phone={phone}
            >
              {list.search.sorts.includes(id) ? (
                <SortButton sorted={sorted} arrow="asc" onClick={() => sortBy(id)}>
                  {header}
                </SortButton>
              ) : (
                <span className="clip">{header}</span>
              )}
            </th>
          )
        })}
        <th role="columnheader" scope="col" className={styles.header}>
          {list.action ? 'Customer' : <span className="visually-hidden">Actions</span>}
        </th>
      </tr>
    </thead>
  )
}

interface SortButtonProps extends ComponentProps<'button'> {
  /** How its column is sorted, if it is. */
  sorted: SortDirection | undefined
  /** The arrow to show while it isn't. */
  arrow: SortDirection
}

export function SortButton({ sorted, arrow, children, ...button }: SortButtonProps) {
  return (
    <button {...button} type="button" className={styles.sort} data-sorted={sorted} data-arrow={sorted ?? arrow}>
      <span className="clip">{children}</span>
    </button>
  )
}
