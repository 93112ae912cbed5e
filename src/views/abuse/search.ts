import { z } from 'zod'
import { abuseQuery } from '../../api/abuse.ts'
import { type AbuseListQuery, abuseDefaultSort, AbuseStatusParam, abuseSorts } from '../../contract/abuse.ts'
import { listQuery, SearchTerm } from '../../contract/list.ts'
import { anyValue, type ListSearchSpec } from '../../layout/list/list-search.ts'

/** New ones, where the URL names no status (document 2, section 4). */
export const usualStatus = '0'

/** As the URL says it: all have to be said in full, because saying nothing means the new ones. */
const AbuseListSearch = listQuery({
  sorts: abuseSorts,
  defaultSort: abuseDefaultSort,
  filters: { searchTerm: SearchTerm.optional(), status: z.enum([anyValue, '0', '1', '2']).default(usualStatus) },
})
type AbuseListSearch = z.output<typeof AbuseListSearch>

/** What the URL of the abuse reports may say. */
export const abuseSearch: ListSearchSpec<AbuseListSearch> = {
  query: AbuseListSearch,
  sorts: abuseSorts,
  filters: ['searchTerm', 'status'],
  pageSizeKey: 'abuseEntries',
}

/** What the server is asked for. */
export function abuseRequest({ status, ...query }: AbuseListSearch): Partial<AbuseListQuery> {
  return status === anyValue ? query : { ...query, status: AbuseStatusParam.parse(status) }
}

/** A page of the list as the URL has it. */
export const abusePage = (search: AbuseListSearch) => abuseQuery(abuseRequest(search))
