import { z } from 'zod'
import { endpoint, Id, UnixSeconds } from './endpoint.ts'
import { listQuery, listReply } from './list.ts'

export const InvoiceRow = z.object({
  id: z.number().int(),
  createdAt: UnixSeconds,
  /** The id of the file. */
  link: z.string(),
  customer: z.number().int(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

export const invoiceSorts = ['id', 'createdAt'] as const
/** The invoice filter's years start here. */
export const firstInvoiceYear = 2022

export const InvoiceListQuery = listQuery({
  sorts: invoiceSorts,
  defaultSort: { field: 'id', direction: 'desc' },
  filters: {
    user: Id.optional(),
    invoiceId: Id.optional(),
    /** Month and year count only where no user is set; 1 to 12. Without them all invoices. */
    month: z.coerce.number().int().min(1).max(12).optional(),
    year: z.coerce.number().int().min(firstInvoiceYear).max(9999).optional(),
  },
})
export type InvoiceListQuery = z.output<typeof InvoiceListQuery>

export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoices',
  access: { capability: 'invoices.read' },
  query: InvoiceListQuery,
  reply: listReply(InvoiceRow),
})
