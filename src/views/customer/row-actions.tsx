import { type FocusEvent, type ReactNode, useMemo, useState } from 'react'
import type { Target } from '../../commands/engine/targets.ts'
import { useCurrentTarget } from '../../layout/commands/use-commands.ts'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { RowMenu } from '../../layout/menus/row-menu.tsx'

interface RowActionsProps<Row> {
  row: Row
  /** Must be stable. */
  targetOf: (row: Row) => Target
  /** Buttons before the menu. */
  children?: ReactNode
}

/** A panel row's menu; while focused, the row is the record that keys act on. */
export function RowActions<Row>({ row, targetOf, children }: RowActionsProps<Row>) {
  const [isFocused, setFocused] = useState(false)
  const target = useMemo(() => targetOf(row), [row, targetOf])
  useCurrentTarget(isFocused ? target : null)
  const leave = (event: FocusEvent<HTMLElement>) => {
    // Ignore the blur if the window lost focus and the element didn't.
    if (document.activeElement !== event.target) setFocused(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only tracks where the focus is
    <div className="row gap-4 relative at-end" onFocus={() => setFocused(true)} onBlur={leave}>
      {children}
      <RowMenu target={target} />
    </div>
  )
}

/** The row menu column of a panel. */
export const actionsColumn = <Row,>(targetOf: RowActionsProps<Row>['targetOf']): PanelColumn<Row> => ({
  header: 'Actions',
  align: 'end',
  cell: (row) => <RowActions row={row} targetOf={targetOf} />,
})
