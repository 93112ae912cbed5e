import { Id } from '../../contract/endpoint.ts'
import { QrListQuery } from '../../contract/qrs.ts'
import { type ListSearch, listSearch } from '../list/list-search.ts'

/** URL parameters that open a dialog over a QR list; the value is the QR's id. */
const dialogs = ['preview', 'static'] as const

/** The dialog a QR list's URL opens: preview or static content, never both. */
export function readQrDialog(raw: Readonly<Record<string, unknown>>): ListSearch {
  const open = dialogs.find((name) => Id.safeParse(raw[name]).success)
  return Object.fromEntries(dialogs.map((name) => [name, name === open ? String(raw[name]) : undefined]))
}

/** URL parameters of the QR list. `customer` and `exactSearch` come from links, such as the palette's. */
export const qrsSearch = listSearch(QrListQuery, {
  pageSizeKey: 'qrEntries',
  beside: dialogs,
  clean: (search) => {
    // The whole uri only makes sense with a search term.
    if (search['searchTerm'] === undefined) delete search['exactSearch']
  },
})

/** URL parameters of the QR codes on a customer's page. */
export const customerQrsSearch: typeof qrsSearch = {
  ...qrsSearch,
  filters: qrsSearch.filters.filter((name) => name !== 'customer'),
  beside: ['tab', ...dialogs],
}
