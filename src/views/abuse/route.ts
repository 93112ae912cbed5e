import { listRoute } from '../../layout/frame/view-routes.ts'
import { abuseSource } from './search.ts'

export const createAbuseRoute = listRoute({
  ...abuseSource,
  path: '/security/abuse',
  needs: 'security.manage',
  hasCommands: true,
  page: async () => (await import('./abuse-list.tsx')).AbusePage,
})
