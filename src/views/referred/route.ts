import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { referredQuery, referredSearch } from './search.ts'

export const createReferredRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/customers/referred',
    search: referredSearch,
    query: referredQuery,
    page: async () => (await import('./referred-list.tsx')).ReferredPage,
  })
