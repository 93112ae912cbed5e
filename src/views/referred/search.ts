import type { z } from 'zod'
import { customersQuery } from '../../api/customers.ts'
import { Id } from '../../contract/endpoint.ts'
import { listQuery } from '../../contract/list.ts'
import { listSearch } from '../../layout/list/list-search.ts'

/** Referred customers, newest first by default (document 1, section 9). */
const ReferredListQuery = listQuery({
  sorts: ['createdAt', 'id', 'fullName', 'email'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => ({ referredBy: Id.optional() }),
})
type ReferredListQuery = z.output<typeof ReferredListQuery>

/** What the customers list is asked for: only referred ones (ruling 16). */
export const asReferred = (query: ReferredListQuery) => ({ ...query, isReferred: 'true' as const })

/** `referredBy` is set by links. */
export const referredSource = {
  search: listSearch(ReferredListQuery),
  query: (query: ReferredListQuery) => customersQuery(asReferred(query)),
}
