import { TrackerListQuery } from '../../contract/webrisk.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** URL parameters of the web-risk log. `user` is set by links. */
export const trackerSearch: ListSearchSpec<TrackerListQuery> = {
  query: TrackerListQuery,
  sorts: ['createdAt'],
  filters: ['user'],
  pageSizeKey: 'webriskTrackerEntries',
}
