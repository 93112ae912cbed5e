import { UserListQuery, userSorts } from '../../contract/users.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** URL parameters of the staff accounts. */
export const usersSearch: ListSearchSpec<UserListQuery> = {
  query: UserListQuery,
  sorts: userSorts,
  filters: ['searchTerm'],
  pageSizeKey: 'usersEntries',
}
