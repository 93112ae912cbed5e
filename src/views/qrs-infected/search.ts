import { infectedQrsQuery } from '../../api/qr-lists.ts'
import { listInfectedQrs } from '../../contract/qr-lists.ts'
import { listSearch } from '../../layout/list/list-search.ts'

export const infectedSource = { search: listSearch(listInfectedQrs.query), query: infectedQrsQuery }
