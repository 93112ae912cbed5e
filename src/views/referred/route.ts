import { listRoute } from '../../layout/frame/view-routes.ts'
import { referredSource } from './search.ts'

export const createReferredRoute = listRoute({
  ...referredSource,
  path: '/customers/referred',
  page: async () => (await import('./referred-list.tsx')).ReferredPage,
})
