import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { BookmarkIcon } from '@primer/octicons-react'
import type { ListRequest } from '../../contract/list.ts'
import { ColumnsControl } from './columns-control.tsx'
import { totalText } from './count-text.ts'
import type { ListReply } from './list-definition.ts'
import { ListExportButton } from './list-export-button.tsx'
import styles from './list-page.module.css'
import type { useListView } from './use-list-view.ts'
import type { NamedView } from '../../contract/preferences.ts'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import type { ViewsPanelProps } from './views-panel.tsx'
import { usePreferences } from '../session/preferences.ts'
import { ListPanel } from './list-panel.tsx'
import { allView, viewOf } from './named-views.ts'

interface ListHeadProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  /** The list's path. */
  path: string
  view: ReturnType<typeof useListView<Query, Reply, Key>>
  /** Buttons for the whole list. */
  children?: ReactNode
}

/** Beside a list's heading: the total and actions on the whole list. Their space is reserved while loading. */
export function ListHead<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  path,
  view,
  children,
}: ListHeadProps<Query, Reply, Key>) {
  return (
    <div className={styles.head}>
      <span className={styles.count}>{view.pagination ? `${totalText(view.pagination)} found` : null}</span>
      <ListExportButton isOffered={view.list.exportAs !== undefined} />
      <ColumnsControl view={view} />
      <ViewsControl path={path} view={view} />
      {children}
    </div>
  )
}

const none: readonly NamedView[] = []

const viewsPanel = new LazyComponent<ViewsPanelProps>(() => import('./views-panel.tsx').then((module) => module.ViewsPanel))

interface ViewsControlProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  /** The list's path. */
  path: string
  view: ReturnType<typeof useListView<Query, Reply, Key>>
}

/** The current view's name, with a panel for the others. */
function ViewsControl<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  path,
  view: { list, search, openPanel, setOpenPanel },
}: ViewsControlProps<Query, Reply, Key>) {
  const { title, search: spec } = list
  const isOpen = openPanel === 'views' || openPanel === 'save-view'
  const views = usePreferences().views?.[path] ?? none
  const current = useMemo(() => viewOf(spec, search, views), [spec, search, views])
  const keys = useKeys('list.show-views')
  const ViewsPanel = useLazyOpen(viewsPanel, isOpen, () => setOpenPanel(null))
  return (
    <ListPanel
      icon={BookmarkIcon}
      label={current === null ? 'Save view' : current === allView ? 'Views' : `View: ${current}`}
      name={`My views of ${title}`}
      button={buttonKeys(keys, 'My views of this list')}
      isOpen={isOpen}
      onToggle={(isOpen) => setOpenPanel(isOpen ? 'views' : null)}
    >
      {ViewsPanel && (
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
      )}
    </ListPanel>
  )
}
