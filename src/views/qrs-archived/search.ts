import { archivedQrsQuery } from '../../api/qr-lists.ts'
import { listQuery, SearchTerm } from '../../contract/list.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** Archived QR codes arrive all at once, in the server's order; the console pages them. */
const ArchivedListQuery = listQuery({
  sorts: ['id'],
  defaultSort: { field: 'id', direction: 'desc' },
  filters: { uri: SearchTerm.optional() },
})
type ArchivedListQuery = ReturnType<typeof ArchivedListQuery.parse>

/** URL parameters of the archived search. Page size uses only the general key (ruling 22). */
export const archivedSearch: ListSearchSpec<ArchivedListQuery> = {
  query: ArchivedListQuery,
  sorts: [],
  filters: ['uri'],
  pageSizeKey: 'config.entries',
}

export const archivedOf = ({ uri = '', page, perPage }: ArchivedListQuery) => archivedQrsQuery({ uri, page, perPage })
