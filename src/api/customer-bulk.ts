import type { CustomerListQuery } from '../contract/customers.ts'
import { matchingCustomers } from '../contract/customer-bulk.ts'
import { call } from './client.ts'

/** Ids of all customers that match a list's request, newest first, up to `bulkLimit`. */
export const fetchMatchingCustomers = (query: CustomerListQuery) => call(matchingCustomers, { query })
