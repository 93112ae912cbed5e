import { blockedQrsQuery } from '../../api/qr-lists.ts'
import { listBlockedQrs } from '../../contract/qr-lists.ts'
import { listSearch } from '../../layout/list/list-search.ts'

export const riskSource = { search: listSearch(listBlockedQrs.query), query: blockedQrsQuery }
