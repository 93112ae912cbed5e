import { FeedbackListQuery } from '../../contract/notes.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** URL parameters of the feedback list. Shares its page size with the customers list, as documented (ruling 22). */
export const feedbackSearch: ListSearchSpec<FeedbackListQuery> = {
  query: FeedbackListQuery,
  sorts: ['createdAt', 'reasonType'],
  filters: [],
  pageSizeKey: 'customerEntries',
}
