import { queryOptions } from '@tanstack/react-query'
import { findCustomer, getCustomer, listCountries, listCustomers, listPlanNames } from '../contract/customers.ts'
import { call } from './client.ts'
import { listOptions, recordOptions } from './options.ts'

export const customersQuery = listOptions(listCustomers, 'customers', 'list')

export const customerQuery = recordOptions(getCustomer, 'customers', 'one')

/** The same, but not aborted when its caller unmounts: the customer's page needs it next. */
export const customerToOpenQuery = (id: number) => ({ ...customerQuery(id), queryFn: () => call(getCustomer, { params: { id } }) })

export const countriesQuery = () =>
  queryOptions({ queryKey: ['customers', 'countries'], queryFn: ({ signal }) => call(listCountries, { signal }), staleTime: 60 * 60_000 })

export const planNamesQuery = () =>
  queryOptions({ queryKey: ['customers', 'plans'], queryFn: ({ signal }) => call(listPlanNames, { signal }), staleTime: 60 * 60_000 })

/** The customer an exact email, id or provider id belongs to (ruling 18); throws ApiFailure 404 if there is none. */
export const foundCustomerQuery = (term: string) =>
  queryOptions({
    queryKey: ['customers', 'find', term],
    queryFn: ({ signal }) => call(findCustomer, { params: { term }, signal }),
    retry: false,
  })

/** The autocomplete result (normal search) for a typed text. */
export const customerSuggestionsQuery = (searchTerm: string, perPage = 10) =>
  queryOptions({
    queryKey: ['customers', 'suggestions', searchTerm, perPage],
    queryFn: ({ signal }) => call(listCustomers, { query: { searchTerm, exactSearch: false, perPage }, signal }),
  })
