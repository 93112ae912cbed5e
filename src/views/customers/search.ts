import { CustomerListQuery, customerSorts } from '../../contract/customers.ts'
import { dayOf } from '../../contract/dates.ts'
import { keepWholeRange, type ListSearchSpec } from '../../layout/list/list-search.ts'

const yearsBack = 2

/** First year of the card filter: the current year minus two (ruling 34). */
export function firstExpiryYear(): number {
  return Number(dayOf(Math.floor(Date.now() / 1000)).slice(0, 4)) - yearsBack
}

/** URL parameters of the customers list. */
export const customersSearch: ListSearchSpec<CustomerListQuery> = {
  query: CustomerListQuery,
  sorts: customerSorts,
  filters: [
    'searchTerm',
    'exactSearch',
    'status',
    'accountState',
    'country',
    'from',
    'to',
    'last4',
    'expiryMonth',
    'expiryYear',
    'trialPlan',
    'isReferred',
    'referredBy',
  ],
  pageSizeKey: 'customerEntries',
  remembered: { status: 'config.customerStatusFilter' },
  clean: (search) => {
    keepWholeRange(search)
    if (search['expiryYear'] !== undefined && Number(search['expiryYear']) < firstExpiryYear()) delete search['expiryYear']
  },
}
