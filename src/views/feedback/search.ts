import { FeedbackListQuery } from '../../contract/notes.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** What the URL of the feedback list may say. It shares its page size with the customers list, as documented (ruling 22). */
export const feedbackSearch: ListSearchSpec<FeedbackListQuery> = {
  query: FeedbackListQuery,
  sorts: ['createdAt', 'reasonType'],
  filters: [],
  pageSizeKey: 'customerEntries',
}
