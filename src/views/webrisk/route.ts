import { listRoute } from '../../layout/frame/view-routes.ts'
import { webriskSource } from './search.ts'

export const createWebriskRoute = listRoute({
  ...webriskSource,
  path: '/security/webrisk',
  needs: 'security.manage',
  hasCommands: true,
  page: async () => (await import('./webrisk-list.tsx')).WebriskPage,
})
