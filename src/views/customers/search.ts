import { CustomerListQuery } from '../../contract/customers.ts'
import { today } from '../../contract/dates.ts'
import { listSearch } from '../../layout/list/list-search.ts'

const yearsBack = 2

/** First year of the card filter: the current year minus two (ruling 34). */
export function firstExpiryYear(): number {
  return Number(today().slice(0, 4)) - yearsBack
}

/** URL parameters of the customers list. */
export const customersSearch = listSearch(CustomerListQuery, {
  pageSizeKey: 'customerEntries',
  ranges: [
    ['from', 'to'],
    ['canceledFrom', 'canceledTo'],
    ['trialEndsFrom', 'trialEndsTo'],
  ],
  remembered: { status: 'config.customerStatusFilter' },
  clean: (search) => {
    if (search['expiryYear'] !== undefined && Number(search['expiryYear']) < firstExpiryYear()) delete search['expiryYear']
  },
})
