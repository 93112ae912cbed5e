import { Id } from '../../contract/endpoint.ts'
import { QrListQuery, qrSorts } from '../../contract/qrs.ts'
import { keepWholeRange, type ListSearch, type ListSearchSpec } from '../list/list-search.ts'

/** URL parameters that open a dialog over a QR list; the value is the QR's id. */
const dialogs = ['preview', 'static'] as const

/** The dialog a QR list's URL opens: preview or static content, never both. */
export function readQrDialog(raw: Readonly<Record<string, unknown>>): ListSearch {
  const open = dialogs.find((name) => Id.safeParse(raw[name]).success)
  return Object.fromEntries(dialogs.map((name) => [name, name === open ? String(raw[name]) : undefined]))
}

/** URL parameters of the QR list. `customer` and `exactSearch` come from links, such as the palette's. */
export const qrsSearch: ListSearchSpec<QrListQuery> = {
  query: QrListQuery,
  sorts: qrSorts,
  filters: ['searchTerm', 'searchMode', 'exactSearch', 'type', 'status', 'from', 'to', 'customer'],
  pageSizeKey: 'qrEntries',
  beside: dialogs,
  clean: (search) => {
    keepWholeRange(search)
    // The whole uri only makes sense with a search term.
    if (search['searchTerm'] === undefined) delete search['exactSearch']
  },
}

/** URL parameters of the QR codes on a customer's page. */
export const customerQrsSearch: ListSearchSpec<QrListQuery> = {
  ...qrsSearch,
  filters: qrsSearch.filters.filter((name) => name !== 'customer'),
  beside: ['tab', ...dialogs],
}
