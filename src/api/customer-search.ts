import { queryOptions } from '@tanstack/react-query'
import { type FoundCustomers, searchCustomers } from '../contract/customer-search.ts'
import { listCustomers } from '../contract/customers.ts'
import { call } from './client.ts'
import { apiHas } from './features.ts'

/** The customers a typed text most likely means, best first. An API without that answers what contains it, latest first. */
export async function findCustomers(term: string, limit: number, signal: AbortSignal): Promise<FoundCustomers> {
  if (apiHas('search')) return call(searchCustomers, { query: { term, limit }, signal })
  const { rows, pagination } = await call(listCustomers, { query: { searchTerm: term, exactSearch: false, perPage: limit }, signal })
  return { rows, total: pagination.total_results }
}

export const customerSearchQuery = (term: string, limit: number) =>
  queryOptions({ queryKey: ['customers', 'search', term, limit], queryFn: ({ signal }) => findCustomers(term, limit, signal) })
