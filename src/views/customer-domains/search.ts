import { AllDomainsQuery, customerDomainSorts } from '../../contract/customer-domains.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** What the URL of the customers' domains may say. The status is kept in the browser (document 2, section 4); their page size has the general key alone. */
export const customerDomainsSearch: ListSearchSpec<AllDomainsQuery> = {
  query: AllDomainsQuery,
  sorts: customerDomainSorts,
  filters: ['searchTerm', 'status'],
  pageSizeKey: 'config.entries',
  remembered: { status: 'config.domainStatusFilter' },
}
