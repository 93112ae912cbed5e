import { UserListQuery, userSorts } from '../../contract/users.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** What the URL of the list of back-office accounts may say. */
export const usersSearch: ListSearchSpec<UserListQuery> = {
  query: UserListQuery,
  sorts: userSorts,
  filters: ['searchTerm'],
  pageSizeKey: 'usersEntries',
}
