import { archivedQrsQuery } from '../../api/qr-lists.ts'
import { listQuery, SearchTerm } from '../../contract/list.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** Archived QR codes come all at once, in the server's order; pages are the console's own. */
const ArchivedListQuery = listQuery({
  sorts: ['id'],
  defaultSort: { field: 'id', direction: 'desc' },
  filters: { uri: SearchTerm.optional() },
})
type ArchivedListQuery = ReturnType<typeof ArchivedListQuery.parse>

/** What the URL of the archived search may say. Its page size has the general key alone (ruling 22). */
export const archivedSearch: ListSearchSpec<ArchivedListQuery> = {
  query: ArchivedListQuery,
  sorts: [],
  filters: ['uri'],
  pageSizeKey: 'config.entries',
}

export const archivedOf = ({ uri = '', page, perPage }: ArchivedListQuery) => archivedQrsQuery({ uri, page, perPage })
