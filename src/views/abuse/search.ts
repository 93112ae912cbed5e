import { z } from 'zod'
import { abuseQuery } from '../../api/abuse.ts'
import { type AbuseListQuery, abuseDefaultSort, AbuseStatusParam, abuseSorts } from '../../contract/abuse.ts'
import { listQuery, SearchTerm } from '../../contract/list.ts'
import { anyValue, type ListSearchSpec } from '../../layout/list/list-search.ts'

/** The default status if the URL names none: new (document 2, section 4). */
export const usualStatus = '0'

/** In the URL, all statuses must be named as such, since none means the new ones. */
const AbuseListSearch = listQuery({
  sorts: abuseSorts,
  defaultSort: abuseDefaultSort,
  filters: { searchTerm: SearchTerm.optional(), status: z.enum([anyValue, '0', '1', '2']).default(usualStatus) },
})
type AbuseListSearch = z.output<typeof AbuseListSearch>

/** URL parameters of the abuse reports. */
export const abuseSearch: ListSearchSpec<AbuseListSearch> = {
  query: AbuseListSearch,
  sorts: abuseSorts,
  filters: ['searchTerm', 'status'],
  pageSizeKey: 'abuseEntries',
}

/** The request to the server. */
export function abuseRequest({ status, ...query }: AbuseListSearch): Partial<AbuseListQuery> {
  return status === anyValue ? query : { ...query, status: AbuseStatusParam.parse(status) }
}

/** The query for a URL's state. */
export const abusePage = (search: AbuseListSearch) => abuseQuery(abuseRequest(search))
