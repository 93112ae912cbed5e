import { ColumnsIcon } from '@primer/octicons-react'
import type { QueryKey } from '@tanstack/react-query'
import type { ListRequest } from '../../contract/list.ts'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import type { ListReply } from './list-definition.ts'
import { ListPanel } from './list-panel.tsx'
import type { useListView } from './use-list-view.ts'

interface ColumnsControlProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  view: ReturnType<typeof useListView<Query, Reply, Key>>
}

const columnsPanel = new LazyComponent(() => import('./columns-panel.tsx').then((module) => module.ColumnsPanel))

/** Button and panel to choose and order a list's columns: in the head of a page, else beside the filters. */
export function ColumnsControl<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  view: { list, columnsId, openPanel, setOpenPanel },
}: ColumnsControlProps<Query, Reply, Key>) {
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
