import { z } from 'zod'
import { webriskQuery } from '../../api/webrisk.ts'
import { listQuery, SearchTerm } from '../../contract/list.ts'
import { type WebriskListQuery, webriskDefaultSort, WebriskStatusParam, webriskSorts } from '../../contract/webrisk.ts'
import { anyValue, type ListSearchSpec } from '../../layout/list/list-search.ts'

/** Unsafe ones, where the URL names no status (document 2, section 4). */
export const usualStatus = '2'

/** As the URL says it: all have to be said in full, because saying nothing means the unsafe ones. */
const WebriskListSearch = listQuery({
  sorts: webriskSorts,
  defaultSort: webriskDefaultSort,
  filters: { searchTerm: SearchTerm.optional(), status: z.enum([anyValue, '0', '1', '2', '3']).default(usualStatus) },
})
type WebriskListSearch = z.output<typeof WebriskListSearch>

/** What the URL of the web-risk list may say. */
export const webriskSearch: ListSearchSpec<WebriskListSearch> = {
  query: WebriskListSearch,
  sorts: webriskSorts,
  filters: ['searchTerm', 'status'],
  pageSizeKey: 'webriskEntries',
}

/** What the server is asked for. */
export function webriskRequest({ status, ...query }: WebriskListSearch): Partial<WebriskListQuery> {
  return status === anyValue ? query : { ...query, status: WebriskStatusParam.parse(status) }
}

/** A page of the list as the URL has it. */
export const webriskPage = (search: WebriskListSearch) => webriskQuery(webriskRequest(search))
