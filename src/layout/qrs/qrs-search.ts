import { QrListQuery, qrSorts } from '../../contract/qrs.ts'
import { keepWholeRange, type ListSearchSpec } from '../list/list-search.ts'

/** What the URL of the QR list may say. `customer` and `exactSearch` come by links: the palette's, a customer's. */
export const qrsSearch: ListSearchSpec<QrListQuery> = {
  query: QrListQuery,
  sorts: qrSorts,
  filters: ['searchTerm', 'searchMode', 'exactSearch', 'type', 'from', 'to', 'customer'],
  pageSizeKey: 'qrEntries',
  clean: (search) => {
    keepWholeRange(search)
    // 'The whole uri' says something about a search only.
    if (search['searchTerm'] === undefined) delete search['exactSearch']
  },
}

/** What the URL of a customer's page may say of their QR codes. */
export const customerQrsSearch: ListSearchSpec<QrListQuery> = {
  ...qrsSearch,
  filters: qrsSearch.filters.filter((name) => name !== 'customer'),
  beside: ['tab'],
}
