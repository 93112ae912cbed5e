import { uriHistoryQuery } from '../../api/qr-lists.ts'
import { listUriHistory } from '../../contract/qr-lists.ts'
import { listSearch } from '../../layout/list/list-search.ts'

export const uriHistorySource = { search: listSearch(listUriHistory.query), query: uriHistoryQuery }
