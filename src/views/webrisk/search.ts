import { webriskQuery } from '../../api/webrisk.ts'
import { WebriskListQuery } from '../../contract/webrisk.ts'
import { listSearch } from '../../layout/list/list-search.ts'

/** The default status if the URL names none: unsafe (document 2, section 4). */
export const usualStatus = '2'

export const webriskSource = {
  search: listSearch(WebriskListQuery, { usual: { status: usualStatus }, pageSizeKey: 'webriskEntries' }),
  query: webriskQuery,
}
