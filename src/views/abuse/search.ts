import { abuseQuery } from '../../api/abuse.ts'
import { AbuseListQuery } from '../../contract/abuse.ts'
import { listSearch } from '../../layout/list/list-search.ts'

/** The default status if the URL names none: new (document 2, section 4). */
export const usualStatus = '0'

export const abuseSource = {
  search: listSearch(AbuseListQuery, { usual: { status: usualStatus }, pageSizeKey: 'abuseEntries' }),
  query: abuseQuery,
}
