import type { QueryKey } from '@tanstack/react-query'
import { useMatch, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { ListRequest } from '../../contract/list.ts'
import { Page } from './page.tsx'
import { noteList } from './last-list.ts'
import { type DeclaredList, defineList, type ListDefinition, type ListReply } from './list-definition.ts'
import type { ListSearch } from './list-search.ts'
import { ListHead } from './list-head.tsx'
import { ListView } from './list-view.tsx'
import { useListView } from './use-list-view.ts'

interface ListPageProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  list: ListDefinition<Query, Reply, Key>
  /** Buttons for the whole list, beside the count. */
  actions?: ReactNode
  /** Above the filters. */
  children?: ReactNode
}

/** A complete list page from its definition, with all state in the URL. */
export function ListPage<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  list,
  actions,
  children,
}: ListPageProps<Query, Reply, Key>) {
  const search: ListSearch = useSearch({ strict: false })
  // The view's own path: while leaving, the URL is already the next page's.
  const path = useMatch({ strict: false, select: (match) => match.pathname })
  const view = useListView(list, search, path)
  useEffect(() => noteList(window.location.pathname, window.location.search), [search])
  return (
    <Page
      title={list.title}
      maxWidth={list.maxWidth}
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

/** Declares a list and the page that has nothing beside it. */
export function listPage<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  declared: DeclaredList<Query, Reply, Key>,
) {
  const list = defineList(declared)
  return () => <ListPage list={list} />
}
