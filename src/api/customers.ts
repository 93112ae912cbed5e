import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type CustomerListQuery, findCustomer, getCustomer, listCountries, listCustomers } from '../contract/customers.ts'
import { call } from './client.ts'

export const customersQuery = (query: Partial<CustomerListQuery>) =>
  queryOptions({
    queryKey: ['customers', 'list', query],
    queryFn: ({ signal }) => call(listCustomers, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const customerQuery = (id: number) =>
  queryOptions({ queryKey: ['customers', 'one', id], queryFn: ({ signal }) => call(getCustomer, { params: { id }, signal }) })

export const countriesQuery = () =>
  queryOptions({ queryKey: ['customers', 'countries'], queryFn: ({ signal }) => call(listCountries, { signal }), staleTime: 60 * 60_000 })

/** The customer an exact e-mail, id or provider id belongs to (ruling 18); throws ApiFailure 404 if there is none. */
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
