import { customersQuery } from '../../api/customers.ts'
import { Id } from '../../contract/endpoint.ts'
import { listQuery } from '../../contract/list.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** Referred customers, newest first by default (document 1, section 9). */
const ReferredListQuery = listQuery({
  sorts: ['createdAt', 'id', 'fullName', 'email'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: { referredBy: Id.optional() },
})
type ReferredListQuery = ReturnType<typeof ReferredListQuery.parse>

/**
 * URL parameters of the referred list; `referredBy` is set by links. Page size uses only the general key (ruling 22).
 */
export const referredSearch: ListSearchSpec<ReferredListQuery> = {
  query: ReferredListQuery,
  sorts: ['createdAt', 'id', 'fullName', 'email'],
  filters: ['referredBy'],
  pageSizeKey: 'config.entries',
}

/** What the customers list is asked for: only referred ones (ruling 16). */
export const asReferred = (query: ReferredListQuery) => ({ ...query, isReferred: 'true' as const })

export const referredQuery = (query: ReferredListQuery) => customersQuery(asReferred(query))
