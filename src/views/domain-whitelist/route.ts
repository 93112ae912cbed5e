import { domainListQuery } from '../../api/domain-lists.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { domainSearches, readDomainSearch } from '../../layout/records/domain-search.ts'

export const createDomainWhitelistRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/security/domain-whitelist',
    search: domainSearches.whitelisted,
    query: domainListQuery('whitelisted'),
    needsFullAccess: true,
    hasCommands: true,
    read: (raw) => readDomainSearch('whitelisted', raw),
    page: async () => (await import('./domain-whitelist-page.tsx')).DomainWhitelistPage,
  })
