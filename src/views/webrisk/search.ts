import { z } from 'zod'
import { webriskQuery } from '../../api/webrisk.ts'
import { listQuery, SearchTerm } from '../../contract/list.ts'
import { type WebriskListQuery, webriskDefaultSort, WebriskStatusParam, webriskSorts } from '../../contract/webrisk.ts'
import { anyValue, type ListSearchSpec } from '../../layout/list/list-search.ts'

/** The default status if the URL names none: unsafe (document 2, section 4). */
export const usualStatus = '2'

/** In the URL, all statuses must be named as such, since none means the unsafe ones. */
const WebriskListSearch = listQuery({
  sorts: webriskSorts,
  defaultSort: webriskDefaultSort,
  filters: { searchTerm: SearchTerm.optional(), status: z.enum([anyValue, '0', '1', '2', '3']).default(usualStatus) },
})
type WebriskListSearch = z.output<typeof WebriskListSearch>

/** URL parameters of the web-risk list. */
export const webriskSearch: ListSearchSpec<WebriskListSearch> = {
  query: WebriskListSearch,
  sorts: webriskSorts,
  filters: ['searchTerm', 'status'],
  pageSizeKey: 'webriskEntries',
}

/** The request to the server. */
export function webriskRequest({ status, ...query }: WebriskListSearch): Partial<WebriskListQuery> {
  return status === anyValue ? query : { ...query, status: WebriskStatusParam.parse(status) }
}

/** The query for a URL's state. */
export const webriskPage = (search: WebriskListSearch) => webriskQuery(webriskRequest(search))
