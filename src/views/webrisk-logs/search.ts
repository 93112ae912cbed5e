import { TrackerListQuery } from '../../contract/webrisk.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** What the URL of the web-risk log may say. One customer's rows come by a link: their own page shows them too. */
export const trackerSearch: ListSearchSpec<TrackerListQuery> = {
  query: TrackerListQuery,
  sorts: ['createdAt'],
  filters: ['user'],
  pageSizeKey: 'webriskTrackerEntries',
}
