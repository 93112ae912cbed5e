import type { FocusEvent } from 'react'
import type { Target } from '../../commands/command.ts'
import { RowMenu } from '../../layout/menus/row-menu.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import styles from './panels.module.css'

interface RowActionsProps {
  target: Target
  /** Is told the row's id while the focus is here, null when it leaves. */
  onFocus: (id: number | null) => void
}

/** The column of a panel's row menus. */
export function actionsColumn<Row>(targetOf: (row: Row) => Target, onFocus: RowActionsProps['onFocus']): PanelColumn<Row> {
  return { header: 'Actions', align: 'end', cell: (row) => <RowActions target={targetOf(row)} onFocus={onFocus} /> }
}

/** The menu of a panel's row; while it has the focus the row's keys work. */
function RowActions({ target, onFocus }: RowActionsProps) {
  const leave = (event: FocusEvent<HTMLElement>) => {
    // Another window took the focus away, not another element: here it stays where it is.
    if (document.activeElement !== event.target) onFocus(null)
  }
  return (
    // It listens to where the focus is, nothing more.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.rowActions} onFocus={() => onFocus(target.record.id)} onBlur={leave}>
      <RowMenu target={target} />
    </div>
  )
}
