import { qrMediaQuery } from '../../api/media.ts'
import { qrQuery } from '../../api/qrs.ts'
import { recordRoute } from '../../layout/frame/view-routes.ts'

export const createMediaRoute = recordRoute({
  path: '/qrs/media/$id',
  hasCommands: true,
  prefetch: (client, id) => {
    void client.prefetchQuery(qrQuery(id))
    void client.prefetchQuery(qrMediaQuery(id))
  },
  page: async () => (await import('./media-page.tsx')).MediaPage,
})
