import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { domainListQuery } from '../../api/domain-lists.ts'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'
import { domainSearches, readDomainSearch } from '../../layout/records/domain-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'

/** /security/domain-blacklist, role 1 only. */
export const createDomainBlacklistRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/security/domain-blacklist',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readDomainSearch('blacklisted', raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      prefetchList(context.queryClient, { search: domainSearches.blacklisted, query: domainListQuery('blacklisted') }, deps),
    component: lazyRouteComponent(() => withCommands(import('./domain-blacklist-page.tsx')), 'DomainBlacklistPage'),
  })
