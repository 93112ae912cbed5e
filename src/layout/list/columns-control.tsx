import { ColumnsIcon } from '@primer/octicons-react'
import { sayNotLoaded } from '../kit/notice.ts'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { LazyComponent, useLazy } from '../kit/lazy-component.ts'
import type { ListColumn } from './list-definition.ts'
import { ListPanel } from './list-panel.tsx'

const lazyPanel = new LazyComponent(() => import('./columns-panel.tsx').then((module) => module.ColumnsPanel))

interface ColumnsControlProps {
  /** The name that the choice is kept under. */
  listId: string
  columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'phone' | 'width'>[]
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** Chooses the columns of a list, and their order. */
export function ColumnsControl({ listId, columns, isOpen, onToggle }: ColumnsControlProps) {
  const Panel = useLazy(lazyPanel, isOpen, () => {
    onToggle(false)
    sayNotLoaded()
  })
  const keys = useKeys('list.choose-columns')
  return (
    <ListPanel
      icon={ColumnsIcon}
      label="Columns"
      button={buttonKeys(keys, 'Choose and order the columns')}
      isOpen={isOpen && Panel !== null}
      onToggle={onToggle}
    >
      {Panel && <Panel listId={listId} columns={columns} />}
    </ListPanel>
  )
}
