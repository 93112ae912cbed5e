import { Id } from '../../contract/endpoint.ts'
import { QrListQuery, qrSorts } from '../../contract/qrs.ts'
import { keepWholeRange, type ListSearch, type ListSearchSpec } from '../list/list-search.ts'

/** Parameters that open a dialog over a QR list; their value is the id of the QR. */
const dialogs = ['preview', 'static'] as const

/** Which dialog the URL of a QR list opens: the preview of a QR, or its static content. One at a time. */
export function readQrDialog(raw: Readonly<Record<string, unknown>>): ListSearch {
  const open = dialogs.find((name) => Id.safeParse(raw[name]).success)
  return Object.fromEntries(dialogs.map((name) => [name, name === open ? String(raw[name]) : undefined]))
}

/** What the URL of the QR list may say. `customer` and `exactSearch` come by links: the palette's, a customer's. */
export const qrsSearch: ListSearchSpec<QrListQuery> = {
  query: QrListQuery,
  sorts: qrSorts,
  filters: ['searchTerm', 'searchMode', 'exactSearch', 'type', 'from', 'to', 'customer'],
  pageSizeKey: 'qrEntries',
  beside: dialogs,
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
  beside: ['tab', ...dialogs],
}
