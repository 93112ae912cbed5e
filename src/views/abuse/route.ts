import { listRoute } from '../../layout/frame/view-routes.ts'
import { abuseSource } from './search.ts'

export const createAbuseRoute = listRoute({
  ...abuseSource,
  path: '/security/abuse',
  needsFullAccess: true,
  hasCommands: true,
  page: async () => (await import('./abuse-list.tsx')).AbusePage,
})
