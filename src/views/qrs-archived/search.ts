import type { z } from 'zod'
import { archivedQrsQuery } from '../../api/qr-lists.ts'
import { listQuery, SearchTerm } from '../../contract/list.ts'
import { listSearch } from '../../layout/list/list-search.ts'

/** Archived QR codes arrive all at once, in the server's order; the console pages them. */
const ArchivedListQuery = listQuery({
  sorts: ['id'],
  defaultSort: { field: 'id', direction: 'desc' },
  filters: () => ({ uri: SearchTerm.optional() }),
})

export const archivedSource = {
  search: listSearch(ArchivedListQuery, { sorts: [] }),
  query: ({ uri = '', page, perPage }: z.output<typeof ArchivedListQuery>) => archivedQrsQuery({ uri, page, perPage }),
}
