import { AllDomainsQuery, customerDomainSorts } from '../../contract/customer-domains.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/**
 * URL parameters of the customer domains list. The browser remembers the
 * status (document 2, section 4); page size uses only the general key.
 */
export const customerDomainsSearch: ListSearchSpec<AllDomainsQuery> = {
  query: AllDomainsQuery,
  sorts: customerDomainSorts,
  filters: ['searchTerm', 'status'],
  pageSizeKey: 'config.entries',
  remembered: { status: 'config.domainStatusFilter' },
}
