import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import type { Pagination } from '../../../contract/list.ts'
import { IconButton } from '../../kit/icon-button.tsx'
import { ScrollBox } from '../../kit/scroll-box.tsx'
import { rangeText } from '../count-text.ts'
import styles from './panel.module.css'

export interface PanelColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** The full text of a cell that may be truncated. The one column with it takes the remaining width. */
  text?: (row: Row) => string
  align?: 'end'
  /** Its place in a phone's row of two lines; a table without a headline scrolls sideways there. */
  phone?: 'headline' | 'state' | 'fact'
}

interface PanelTableProps<Row> {
  label: string
  columns: readonly PanelColumn<Row>[]
  rows: readonly Row[]
  /** Whether newer rows are loading. */
  isStale?: boolean
}

/** A small table without sorting, selection or row focus. If too wide it scrolls sideways, by keyboard too. */
export function PanelTable<Row extends { id: number }>({ label, columns, rows, isStale = false }: PanelTableProps<Row>) {
  return (
    <ScrollBox aria-label={label}>
      <table className={styles.table} aria-label={label} data-stale={isStale || undefined}>
        <thead>
          <tr>
            {columns.map(({ header, align }) => (
              <th key={header} scope="col" className="note semibold" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ header, cell, text, align, phone }) => (
                <td key={header} data-align={align} data-wide={text ? true : undefined} data-phone={phone} title={text?.(row)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** The range with previous and next buttons; renders nothing for a single page. */
export function Pager({ pagination, onPage }: { pagination: Pagination; onPage: (page: number) => void }) {
  if (pagination.total_pages <= 1) return null
  return (
    <div className="row note spread gap-8 tabular">
      <span role="status">{rangeText(pagination)}</span>
      <span className="inline-row">
        <IconButton
          icon={ChevronLeftIcon}
          label="Previous page"
          size="small"
          disabled={!pagination.has_previous_page}
          onClick={() => onPage(pagination.current_page - 1)}
        />
        <IconButton
          icon={ChevronRightIcon}
          label="Next page"
          size="small"
          disabled={!pagination.has_next_page}
          onClick={() => onPage(pagination.current_page + 1)}
        />
      </span>
    </div>
  )
}
