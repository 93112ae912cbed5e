import type { QueryKey } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { ListRequest } from '../../contract/list.ts'
import { Page } from './page.tsx'
import { noteList } from './last-list.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import type { ListSearch } from './list-search.ts'
import { ListHead } from './list-head.tsx'
import { ListView } from './list-view.tsx'
import { useListView } from './use-list-view.ts'

interface ListPageProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  list: ListDefinition<Query, Reply, Key>
  /** The list's state, as its route read it from the URL. */
  search: ListSearch
  /** Stands beside the count: buttons that belong to the whole list. */
  actions?: ReactNode
}

/** A whole list view from its definition: filters, table, paging, focus, loading, failure, emptiness, and all of it in the URL. */
export function ListPage<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  list,
  search,
  actions,
}: ListPageProps<Query, Reply, Key>) {
  // The view's own path: the address is the next page's already while this one still stands.
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
      <ListView view={view} />
    </Page>
  )
}
