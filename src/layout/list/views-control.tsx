import { BookmarkIcon } from '@primer/octicons-react'
import type { QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListRequest } from '../../contract/list.ts'
import type { NamedView } from '../../contract/preferences.ts'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { ViewsPanel } from './views-panel.tsx'
import { usePreferences } from '../session/preferences.ts'
import type { ListReply } from './list-definition.ts'
import { ListPanel } from './list-panel.tsx'
import { viewOf } from './named-views.ts'
import type { useListView } from './use-list-view.ts'

const none: readonly NamedView[] = []

interface ViewsControlProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  /** The list's path. */
  path: string
  view: ReturnType<typeof useListView<Query, Reply, Key>>
}

/** The current view's name, with a panel for the others. */
export function ViewsControl<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  path,
  view: { list, search, openPanel, setOpenPanel },
}: ViewsControlProps<Query, Reply, Key>) {
  const { title, search: spec } = list
  const isOpen = openPanel === 'views' || openPanel === 'save-view'
  const views = usePreferences().views?.[path] ?? none
  const current = useMemo(() => viewOf(spec, search, views), [spec, search, views])
  const keys = useKeys('list.show-views')
  return (
    <ListPanel
      icon={BookmarkIcon}
      label={current === null ? 'Save view' : `View: ${current}`}
      name={`My views of ${title}`}
      button={buttonKeys(keys, 'My views of this list')}
      isOpen={isOpen}
      onToggle={(isOpen) => setOpenPanel(isOpen ? 'views' : null)}
    >
      <ViewsPanel
        title={title}
        path={path}
        spec={spec}
        search={search}
        views={views}
        current={current}
        isSaving={openPanel === 'save-view'}
        onClose={() => setOpenPanel(null)}
      />
    </ListPanel>
  )
}
