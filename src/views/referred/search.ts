import { customersQuery } from '../../api/customers.ts'
import { Id } from '../../contract/endpoint.ts'
import { listQuery } from '../../contract/list.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** The referred customers are customers like others, newest first (document 1, section 9). */
const ReferredListQuery = listQuery({
  sorts: ['createdAt', 'id', 'fullName', 'email'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: { referredBy: Id.optional() },
})
type ReferredListQuery = ReturnType<typeof ReferredListQuery.parse>

/** What the URL of the referred list may say; `referredBy` comes by links. Its page size has the general key alone (ruling 22). */
export const referredSearch: ListSearchSpec<ReferredListQuery> = {
  query: ReferredListQuery,
  sorts: ['createdAt', 'id', 'fullName', 'email'],
  filters: ['referredBy'],
  pageSizeKey: 'config.entries',
}

/** The customers list, of referred customers alone (ruling 16). */
export const referredQuery = (query: ReferredListQuery) => customersQuery({ ...query, isReferred: 'true' })
