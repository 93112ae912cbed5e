import { apiCallQuery } from '../../api/api-calls.ts'
import { recordRoute } from '../../layout/frame/view-routes.ts'

export const createApiCallRoute = recordRoute({
  path: '/api-calls/$id',
  needs: 'api-calls.read',
  hasCommands: true,
  prefetch: (client, id) => {
    void client.prefetchQuery(apiCallQuery(id))
  },
  // Headers are JSON: if the tree came later, everything below them would move.
  page: async () => {
    const code = [import('./api-call-page.tsx'), import('./body-block.tsx')] as const
    const [{ ApiCallPage }, { loadTree }] = await Promise.all([...code, import('./json-tree.tsx').catch(() => null)])
    await loadTree().catch(() => {})
    return ApiCallPage
  },
})
