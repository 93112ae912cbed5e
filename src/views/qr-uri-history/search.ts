import { listUriHistory } from '../../contract/qr-lists.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

type UriHistoryQuery = ReturnType<typeof listUriHistory.query.parse>

/** URL parameters of the uri history. Page size uses only the general key (ruling 22). */
export const uriHistorySearch: ListSearchSpec<UriHistoryQuery> = {
  query: listUriHistory.query,
  sorts: ['updatedAt'],
  filters: ['searchTerm'],
  pageSizeKey: 'config.entries',
}
