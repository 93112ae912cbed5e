import { listUriHistory } from '../../contract/qr-lists.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

type UriHistoryQuery = ReturnType<typeof listUriHistory.query.parse>

/** What the URL of the address changes may say. Their page size has the general key alone (ruling 22). */
export const uriHistorySearch: ListSearchSpec<UriHistoryQuery> = {
  query: listUriHistory.query,
  sorts: ['updatedAt'],
  filters: ['searchTerm'],
  pageSizeKey: 'config.entries',
}
