import { trackerQuery } from '../../api/webrisk.ts'
import { TrackerListQuery } from '../../contract/webrisk.ts'
import { listSearch } from '../../layout/list/list-search.ts'

/** `user` is set by links. */
export const trackerSource = { search: listSearch(TrackerListQuery, { pageSizeKey: 'webriskTrackerEntries' }), query: trackerQuery }
