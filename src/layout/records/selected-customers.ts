import type { CustomersAsked } from '../../api/customer-bulk.ts'
import type { Target, Targets } from '../../commands/engine/targets.ts'

/**
 * Lets customers of a list be selected, for what is done to many at once.
 * @param asCustomers what the list asks for, as the list of customers would
 */
export const selectedCustomers = <Query>(asCustomers: (query: Query) => CustomersAsked) => ({
  target: (ids: readonly number[], rows?: readonly Targets['customer'][]): Target => ({
    type: 'customers',
    record: { id: ids.length, ids, rows },
  }),
  matching: async (query: Query) => {
    const { fetchMatchingCustomers } = await import('../../api/customer-bulk.ts')
    return (await fetchMatchingCustomers(asCustomers(query))).ids
  },
})
