import { feedbackQuery } from '../../api/feedback.ts'
import { FeedbackListQuery } from '../../contract/notes.ts'
import { listSearch } from '../../layout/list/list-search.ts'

/** Shares its page size with the customers list, as documented (ruling 22). */
export const feedbackSource = { search: listSearch(FeedbackListQuery, { pageSizeKey: 'customerEntries' }), query: feedbackQuery }
