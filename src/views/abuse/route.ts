import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { abusePage, abuseSearch } from './search.ts'

export const createAbuseRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/security/abuse',
    search: abuseSearch,
    query: abusePage,
    needsFullAccess: true,
    hasCommands: true,
    page: async () => (await import('./abuse-list.tsx')).AbusePage,
  })
