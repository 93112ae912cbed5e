import { mutationOptions } from '@tanstack/react-query'
import { getInvoiceFile, listInvoices, reuploadInvoice } from '../contract/invoices.ts'
import { call, urlOf } from './client.ts'
import { listOptions } from './options.ts'
import { changesOf } from './shown-in.ts'

export const invoicesQuery = listOptions(listInvoices, 'invoices', 'list')

export const invoiceFileHref = (link: string) => urlOf(getInvoiceFile, { link })

/** Finds running reuploads: only one at a time (document 2, section 4). */
export const reuploadKey = ['invoices', 'reupload']

/** Makes a new file for an invoice; its id replaces the link. It may fail because somebody else was first. */
export const reuploadMutation = () =>
  mutationOptions({
    mutationKey: reuploadKey,
    mutationFn: (link: string) => call(reuploadInvoice, { params: { link } }),
    meta: changesOf('invoice'),
  })
