import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { getInvoiceFile, type InvoiceListQuery, listInvoices, reuploadInvoice } from '../contract/invoices.ts'
import { call, urlOf } from './client.ts'

export const invoicesQuery = (query: Partial<InvoiceListQuery>) =>
  queryOptions({
    queryKey: ['invoices', 'list', query],
    queryFn: ({ signal }) => call(listInvoices, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Where the PDF of an invoice is. */
export const invoiceFileHref = (link: string) => urlOf(getInvoiceFile, { link })

/** What every reupload is found by while it runs: one at a time (document 2, section 4). */
export const reuploadKey = ['invoices', 'reupload']

/** Makes a new file for an invoice; answers its id, which replaces the link. A failure may mean that somebody else was first. */
export const reuploadMutation = () =>
  mutationOptions({
    mutationKey: reuploadKey,
    mutationFn: (link: string) => call(reuploadInvoice, { params: { link } }),
    meta: { stale: [['invoices'], ['audit']] },
  })
