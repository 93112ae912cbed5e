import { allDomainsQuery } from '../../api/customer-domains.ts'
import { AllDomainsQuery } from '../../contract/customer-domains.ts'
import { listSearch } from '../../layout/list/list-search.ts'

/** The browser remembers the status (document 2, section 4). */
export const customerDomainsSource = {
  search: listSearch(AllDomainsQuery, { remembered: { status: 'config.domainStatusFilter' } }),
  query: allDomainsQuery,
}
