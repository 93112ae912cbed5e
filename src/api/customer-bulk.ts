import { matchingCustomers } from '../contract/customer-bulk.ts'
import { call } from './client.ts'
import type { customersQuery } from './customers.ts'

export type CustomersAsked = Parameters<typeof customersQuery>[0]

/** Ids of all customers that match a list's request, newest first, up to `bulkLimit`. */
export const fetchMatchingCustomers = (query: CustomersAsked) => call(matchingCustomers, { query })
