import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { byItself } from '../../api/client.ts'
import { apiHas } from '../../api/features.ts'
import type { Capability } from '../../contract/capabilities.ts'
import { readId } from '../../contract/endpoint.ts'
import type { Feature } from '../../contract/features.ts'
import type { ListRequest } from '../../contract/list.ts'
import { loadCommands } from '../commands/commands-now.ts'
import type { ListDefinition, ListReply } from '../list/list-definition.ts'
import { type ListSearch, type ListSearchSpec, ownState, readListSearch } from '../list/list-search.ts'
import { prefetchList } from '../list/prefetch-list.ts'
import type { AppRoute, RouterContext } from './app-route.tsx'

interface View<Path extends string> {
  path: Path
  page: () => Promise<ComponentType>
  /** The page has buttons of commands, which must not appear late. */
  hasCommands?: true
  needs?: Capability
  feature?: Feature
}

/** Where people go who may not see a screen, or if the admin API lacks it (document 1, section 2). */
const openToAll = '/customers'

/** What is the same for all views: path, who may see it, and its code, loaded when it is wanted. */
export function viewOptions<const Path extends string>(parent: AppRoute, { path, page, hasCommands, needs, feature }: View<Path>) {
  return {
    getParentRoute: () => parent,
    path,
    beforeLoad: ({ context: { user } }: { context: RouterContext }) => {
      if ((needs && !user.capabilities.includes(needs)) || (feature && !apiHas(feature))) throw redirect({ href: openToAll, replace: true })
    },
    component: lazyRouteComponent(async () => {
      const [component] = await Promise.all([page(), hasCommands && loadCommands()])
      return { default: component }
    }),
  }
}

/** A view that is one list. Its state is in the URL, and its rows are fetched while its code loads. */
export function listRoute<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey, const Path extends string>({
  search: spec,
  query,
  readMore,
  canFetch = () => true,
  ...view
}: Pick<ListDefinition<Query, Reply, Key>, 'query'> &
  View<Path> & {
    /** The list's URL parameters, or those that it has at a URL. */
    search: ListSearchSpec<Query> | ((search: Readonly<Record<string, unknown>>) => ListSearchSpec<Query>)
    /** What the URL has in it besides; laid over the list's state. */
    readMore?: (raw: Readonly<Record<string, unknown>>) => ListSearch
    /** Whether the server would accept the request. */
    canFetch?: (search: ListSearch) => boolean
  }) {
  const specAt = typeof spec === 'function' ? spec : () => spec
  return (parent: AppRoute) =>
    createRoute({
      ...viewOptions(parent, view),
      validateSearch: (raw: Record<string, unknown>): ListSearch => ({ ...readListSearch(specAt(raw), raw), ...readMore?.(raw) }),
      // Opening something beside the list, such as a dialog or the side panel, doesn't refetch it.
      loaderDeps: ({ search }) => ownState(specAt(search), search),
      shouldReload: ({ location: { search } }) => ('panel' in search ? false : undefined),
      loader: ({ context, deps }) =>
        canFetch(deps) ? prefetchList(context.queryClient, { search: specAt(deps), query }, deps) : undefined,
    })
}

/** A view of the record whose id is in the path. Nothing is fetched for an invalid id: the page says there is no such record (ruling 15). */
export const recordRoute =
  <const Path extends `${string}/$id`>({
    prefetch,
    readSearch = () => ({}),
    ...view
  }: View<Path> & {
    prefetch: (client: QueryClient, id: number) => void
    readSearch?: (raw: Record<string, unknown>) => ListSearch
  }) =>
  (parent: AppRoute) =>
    createRoute({
      ...viewOptions(parent, view),
      validateSearch: readSearch,
      loader: ({ context, params, cause }: { context: RouterContext; params: { id: string }; cause: string }) => {
        const id = readId(params.id)
        const fetch = () => id !== null && prefetch(context.queryClient, id)
        // Fetching ahead isn't looking: that the record is open is said by the tab's presence.
        if (cause === 'preload' && apiHas('presence')) byItself(fetch)
        else fetch()
      },
    })
