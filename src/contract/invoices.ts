import { z } from 'zod'
import { dayOf } from './dates.ts'
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
  isSortExtra: true,
  defaultSort: { field: 'id', direction: 'desc' },
  filters: {
    user: Id.optional(),
    invoiceId: Id.optional(),
    /** Month and year count only where no user is set; 1 to 12. Without them all invoices. */
    month: z.coerce.number().int().min(1).max(12).optional(),
    year: z.coerce.number().int().min(firstInvoiceYear).max(9998).optional(),
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

/** The id of a file; a path with anything else is a 404. */
const LinkParams = z.object({ link: z.string().regex(/^[\w-]{1,100}$/) })

/**
 * The PDF of an invoice (`application/pdf`, shown in the browser), by the id of its file. A file that has vanished from the store is made
 * again. 404 for an id that no invoice has, such as one that a reupload has replaced.
 */
export const getInvoiceFile = endpoint({
  method: 'GET',
  path: '/invoices/files/{link}',
  access: { capability: 'invoices.read' },
  params: LinkParams,
  reply: z.unknown(),
})

/** The invoices of a month, of a year where no month is named, or of a customer: month and year count only where no user is set. */
export const InvoiceZipQuery = z.object({
  month: z.coerce.number().int().min(1).max(12).optional(),
  year: z.coerce.number().int().min(firstInvoiceYear).max(9998).optional(),
  user: Id.optional(),
})
export type InvoiceZipQuery = z.output<typeof InvoiceZipQuery>

/** How many files a download holds; where one can't be made, a list of those that are missing comes on top. */
export const totalCountHeader = 'x-total-count'
/** The list of invoices whose document could not be made, within the zip. */
export const missingFilesName = 'missing.txt'

/**
 * The PDFs of a month (this one where nothing is named) or of a customer as a zip, streamed: `X-Total-Count` says how many. 404 where
 * there is none. A failure on the way breaks the connection off, so that a part is never taken for the whole.
 */
export const downloadInvoices = endpoint({
  method: 'GET',
  path: '/invoices/files/zip',
  access: { capability: 'invoices.read' },
  query: InvoiceZipQuery,
  reply: z.unknown(),
})

/** What a zip holds, spelled out. */
export type InvoiceZipScope = { user: number } | { year: number; month: number | null }

/**
 * What a request for a zip asks for.
 * @param now unix seconds
 */
export function zipScope({ month, year, user }: InvoiceZipQuery, now: number): InvoiceZipScope {
  if (user !== undefined) return { user }
  const [thisYear = firstInvoiceYear, thisMonth = 1] = dayOf(now).split('-').map(Number)
  if (month !== undefined) return { year: year ?? thisYear, month }
  return year === undefined ? { year: thisYear, month: thisMonth } : { year, month: null }
}

/** `invoices-2026-03.zip`, `invoices-2026.zip`, or by customer: `invoices-customer-8812.zip`. */
export function zipName(scope: InvoiceZipScope): string {
  if ('user' in scope) return `invoices-customer-${scope.user}.zip`
  return `invoices-${scope.year}${scope.month === null ? '' : `-${String(scope.month).padStart(2, '0')}`}.zip`
}

/**
 * Reuploads an invoice: a new file takes the place of the one that `link` names, number and date stay (ruling 49). 404 for a link that no
 * invoice has, 409 `conflict` while another reupload of the same invoice is under way, 502 `bad_gateway` where the store failed.
 */
export const reuploadInvoice = endpoint({
  method: 'DELETE',
  path: '/invoices/files/{link}',
  access: { capability: 'invoices.reupload' },
  params: LinkParams,
  /** The id of the new file. */
  reply: z.object({ fileId: z.string() }),
})
