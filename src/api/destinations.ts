import { type CustomerRow, findCustomer, type FoundUser, listCustomers } from '../contract/customers.ts'
import { ApiFailure, call } from './client.ts'

/** How many customers a look-up answers at most (document 2, section 9). */
const perPage = 30

export interface Destinations {
  /** The one that the term names as a whole (ruling 18). */
  exact: FoundUser | null
  /** Those that have the term in them. */
  rows: readonly CustomerRow[]
}

/**
 * Looks customers up by what is typed: the exact one and those like it, at once. Where one of the two calls fails, what the other
 * has found stands; throws where both do.
 */
export async function searchDestinations(term: string, signal: AbortSignal): Promise<Destinations> {
  const [found, list] = await Promise.allSettled([
    call(findCustomer, { params: { term }, signal }),
    call(listCustomers, { query: { searchTerm: term, exactSearch: false, page: 1, perPage }, signal }),
  ])
  signal.throwIfAborted()
  const isUnknown = found.status === 'rejected' && found.reason instanceof ApiFailure && found.reason.status === 404
  if (list.status === 'rejected' && (found.status === 'rejected' || isUnknown)) throw list.reason
  return { exact: found.status === 'fulfilled' ? found.value : null, rows: list.status === 'fulfilled' ? list.value.rows : [] }
}
