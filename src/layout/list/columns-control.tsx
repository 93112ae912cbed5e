import { ColumnsIcon } from '@primer/octicons-react'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import { ListPanel } from './list-panel.tsx'
import type { ListState } from './use-list-view.ts'

const columnsPanel = new LazyComponent(() => import('./columns-panel.tsx').then((module) => module.ColumnsPanel))

/** Button and panel to choose and order a list's columns: in the head of a page, else beside the filters. */
export function ColumnsControl<Row extends { id: number }>({ view }: { view: ListState<Row> }) {
  const { list, columnsId, openPanel, setOpenPanel } = view
  const keys = useKeys('list.choose-columns')
  const isOpen = openPanel === 'columns'
  const ColumnsPanel = useLazyOpen(columnsPanel, isOpen, () => setOpenPanel(null))
  if (list.hasFixedColumns) return null
  return (
    <ListPanel
      icon={ColumnsIcon}
      label="Columns"
      button={buttonKeys(keys, 'Choose and order the columns')}
      isOpen={isOpen}
      onToggle={(isOpen) => setOpenPanel(isOpen ? 'columns' : null)}
    >
      {ColumnsPanel && <ColumnsPanel listId={columnsId} columns={list.columns} />}
    </ListPanel>
  )
}
