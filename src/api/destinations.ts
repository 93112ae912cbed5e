import { type CustomerRow, type FoundUser, findCustomer, listCustomers } from '../contract/customers.ts'
import { call } from './client.ts'

/** Most customers a look-up returns (document 2, section 9). */
const perPage = 30

export interface Destinations {
  /** The customer the term identifies exactly (ruling 18). */
  exact: FoundUser | null
  /** Customers that contain the term. */
  rows: readonly CustomerRow[]
  areAll: boolean
}

/** Looks up customers by exact term and by search, in parallel. One failed call is tolerated; throws if both fail. */
export async function searchDestinations(term: string, signal: AbortSignal): Promise<Destinations> {
  const [found, list] = await Promise.allSettled([
    call(findCustomer, { params: { term }, signal }),
    call(listCustomers, { query: { searchTerm: term, exactSearch: false, page: 1, perPage }, signal }),
  ])
  signal.throwIfAborted()
  if (list.status === 'rejected' && found.status === 'rejected') throw list.reason
  const exact = found.status === 'fulfilled' ? found.value : null
  if (list.status === 'rejected') return { exact, rows: [], areAll: false }
  const { rows, pagination } = list.value
  return { exact, rows, areAll: !pagination.has_next_page }
}
