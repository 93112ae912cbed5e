import { usersQuery } from '../../api/users.ts'
import { UserListQuery } from '../../contract/users.ts'
import { listSearch } from '../../layout/list/list-search.ts'

export const usersSource = { search: listSearch(UserListQuery, { pageSizeKey: 'usersEntries' }), query: usersQuery }
