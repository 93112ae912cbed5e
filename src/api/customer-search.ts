import { queryOptions } from '@tanstack/react-query'
import { type FoundCustomers, searchCustomers } from '../contract/customer-search.ts'
import { listCustomers } from '../contract/customers.ts'
import { call } from './client.ts'
import { apiHas } from './features.ts'

/** The customers a typed text most likely means, best first. An API without that answers what contains it, latest first. */
export const customerSearchQuery = (term: string, limit: number) =>
  queryOptions({
    queryKey: ['customers', 'search', term, limit],
    queryFn: async ({ signal }): Promise<FoundCustomers> => {
      if (apiHas('search')) return call(searchCustomers, { query: { term, limit }, signal })
      const { rows, pagination } = await call(listCustomers, { query: { searchTerm: term, exactSearch: false, perPage: limit }, signal })
      return { rows, total: pagination.total_results }
    },
  })
