import { ColumnsIcon } from '@primer/octicons-react'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import type { ListColumn } from './list-definition.ts'
import { ListPanel } from './list-panel.tsx'

interface ColumnsControlProps {
  /** The preference key. */
  listId: string
  columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'phone' | 'width'>[]
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** Button and panel to choose and order a list's columns. */
export function ColumnsControl({ listId, columns, isOpen, onToggle }: ColumnsControlProps) {
  const keys = useKeys('list.choose-columns')
  return (
    <ListPanel
      icon={ColumnsIcon}
      label="Columns"
      button={buttonKeys(keys, 'Choose and order the columns')}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <ColumnsPanel listId={listId} columns={columns} />
    </ListPanel>
  )
}
