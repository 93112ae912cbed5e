import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type InvoiceListQuery, listInvoices } from '../contract/invoices.ts'
import { call } from './client.ts'

export const invoicesQuery = (query: Partial<InvoiceListQuery>) =>
  queryOptions({
    queryKey: ['invoices', 'list', query],
    queryFn: ({ signal }) => call(listInvoices, { query, signal }),
    placeholderData: keepPreviousData,
  })
