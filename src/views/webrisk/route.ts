import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { webriskPage, webriskSearch } from './search.ts'

export const createWebriskRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/security/webrisk',
    search: webriskSearch,
    query: webriskPage,
    needsFullAccess: true,
    hasCommands: true,
    page: async () => (await import('./webrisk-list.tsx')).WebriskPage,
  })
