import type { FocusEvent } from 'react'
import type { Target } from '../../commands/command.ts'
import { RowMenu } from '../../layout/menus/row-menu.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import styles from './panels.module.css'

interface RowActionsProps {
  target: Target
  /** Called with the row's id on focus, with null on blur. */
  onFocus: (id: number | null) => void
}

/** The row menu column of a panel. */
export function actionsColumn<Row>(targetOf: (row: Row) => Target, onFocus: RowActionsProps['onFocus']): PanelColumn<Row> {
  return { header: 'Actions', align: 'end', cell: (row) => <RowActions target={targetOf(row)} onFocus={onFocus} /> }
}

/** A panel row's menu; while focused, the row's keys work. */
function RowActions({ target, onFocus }: RowActionsProps) {
  const leave = (event: FocusEvent<HTMLElement>) => {
    // Ignore the blur if the window lost focus and the element didn't.
    if (document.activeElement !== event.target) onFocus(null)
  }
  return (
    // Only tracks focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.rowActions} onFocus={() => onFocus(target.record.id)} onBlur={leave}>
      <RowMenu target={target} />
    </div>
  )
}
