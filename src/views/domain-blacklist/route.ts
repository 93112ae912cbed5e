import { domainListQuery } from '../../api/domain-lists.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { domainSearches, readDomainSearch } from '../../layout/records/domain-search.ts'

export const createDomainBlacklistRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/security/domain-blacklist',
    search: domainSearches.blacklisted,
    query: domainListQuery('blacklisted'),
    needsFullAccess: true,
    hasCommands: true,
    read: (raw) => readDomainSearch('blacklisted', raw),
    page: async () => (await import('./domain-blacklist-page.tsx')).DomainBlacklistPage,
  })
