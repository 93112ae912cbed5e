import { BookmarkIcon } from '@primer/octicons-react'
import type { QueryKey } from '@tanstack/react-query'
import { useMatch, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { ListRequest } from '../../contract/list.ts'
import type { NamedView } from '../../contract/preferences.ts'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import { usePreferences } from '../session/preferences.ts'
import { totalText } from './count-text.ts'
import { type DeclaredList, defineList } from './define-list.ts'
import { noteList } from './last-list.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import { ListExportButton } from './list-export-button.tsx'
import styles from './list-page.module.css'
import { ListPanel } from './list-panel.tsx'
import type { ListSearch } from './list-search.ts'
import { ColumnsControl, ListView } from './list-view.tsx'
import { Page } from './page.tsx'
import { type ListState, useListView } from './use-list-view.ts'
import { allView, viewOf } from './views/named-views.ts'
import type { ViewsPanelProps } from './views/views-panel.tsx'

interface ListPageProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  list: ListDefinition<Query, Reply, Key>
  /** The URL's state, where the route doesn't read it. */
  search?: ListSearch
  /** Buttons for the whole list, beside the count. */
  actions?: ReactNode
  /** Above the filters. */
  children?: ReactNode
}

/** A complete list page from its definition, with all state in the URL. */
export function ListPage<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  list,
  search: given,
  actions,
  children,
}: ListPageProps<Query, Reply, Key>) {
  const own: ListSearch = useSearch({ strict: false })
  const search = given ?? own
  // The view's own path: while leaving, the URL is already the next page's.
  const path = useMatch({ strict: false, select: (match) => match.pathname })
  const view = useListView(list, search, path)
  useEffect(() => noteList(window.location.pathname, window.location.search), [search])
  return (
    <Page
      title={list.title}
      actions={
        <ListHead path={path} view={view}>
          {actions}
        </ListHead>
      }
    >
      {children}
      <ListView view={view} />
    </Page>
  )
}

interface ListHeadProps<Row extends { id: number }> {
  path: string
  view: ListState<Row>
  children?: ReactNode
}

/** Beside a list's heading: the total and actions on the whole list. Their space is reserved while loading. */
function ListHead<Row extends { id: number }>({ path, view, children }: ListHeadProps<Row>) {
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

const viewsPanel = new LazyComponent<ViewsPanelProps>(() => import('./views/views-panel.tsx').then((module) => module.ViewsPanel))

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
      onToggle={(isOpen) => setOpenPanel(isOpen ? (current === null ? 'save-view' : 'views') : null)}
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

/** Declares a list and the page that has nothing beside it. */
export function listPage<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  declared: DeclaredList<Query, Reply, Key>,
) {
  const list = defineList(declared)
  return () => <ListPage list={list} />
}
