import { type ReactNode, useMemo } from 'react'
import { BookmarkIcon } from '@primer/octicons-react'
import { ColumnsControl } from './columns-control.tsx'
import { totalText } from './count-text.ts'
import { ListExportButton } from './list-export-button.tsx'
import styles from './list-page.module.css'
import type { ListState } from './use-list-view.ts'
import type { NamedView } from '../../contract/preferences.ts'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import type { ViewsPanelProps } from './views-panel.tsx'
import { usePreferences } from '../session/preferences.ts'
import { ListPanel } from './list-panel.tsx'
import { allView, viewOf } from './named-views.ts'

interface ListHeadProps<Row extends { id: number }> {
  /** The list's path. */
  path: string
  view: ListState<Row>
  /** Buttons for the whole list. */
  children?: ReactNode
}

/** Beside a list's heading: the total and actions on the whole list. Their space is reserved while loading. */
export function ListHead<Row extends { id: number }>({ path, view, children }: ListHeadProps<Row>) {
  return (
    <div className={styles.head}>
      <span className={styles.count}>{view.pagination ? `${totalText(view.pagination)} found` : null}</span>
      <ListExportButton isOffered={view.isExportable} />
      <ColumnsControl view={view} />
      <ViewsControl path={path} view={view} />
      {children}
    </div>
  )
}

const none: readonly NamedView[] = []

const viewsPanel = new LazyComponent<ViewsPanelProps>(() => import('./views-panel.tsx').then((module) => module.ViewsPanel))

/** The current view's name, with a panel for the others. */
function ViewsControl<Row extends { id: number }>({ path, view }: ListHeadProps<Row>) {
  const { search, openPanel, setOpenPanel } = view
  const { title, search: spec } = view.list
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
