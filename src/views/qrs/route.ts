import { qrsQuery } from '../../api/qrs.ts'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { qrsSearch, readQrDialog } from '../../layout/records/qrs-search.ts'

export const createQrsRoute = listRoute({
  path: '/qrs',
  search: qrsSearch,
  query: qrsQuery,
  readMore: readQrDialog,
  page: async () => (await import('./qrs-page.tsx')).QrsPage,
})
