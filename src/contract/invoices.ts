import { z } from 'zod'
import { amountFilters } from './amount-filters.ts'
import { dayOf } from './dates.ts'
import { ExtraRangeEnd, endpoint, Id, UnixSeconds } from './endpoint.ts'
import { extra } from './extra.ts'
import { Integer, NullableInteger, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, PrintedId } from './list.ts'

export const InvoiceRow = lazyObject(() => ({
  id: Integer,
  createdAt: UnixSeconds,
  /** The file's id. */
  link: z.string(),
  customer: Integer,
  /** Ours, as the documents have no more of an invoice: who the customer is, and what is printed on it. */
  holder: extra(z.object({ fullName: z.string(), companyName: NullableText, email: z.string() }).nullable(), null),
  /** 2026-000123. */
  number: extra(NullableText, null),
  /** In minor units of `currency`. */
  total: extra(NullableInteger, null),
  currency: extra(NullableText, null),
  /** The payment it is for. */
  paymentId: extra(NullableInteger, null),
}))
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** First year of the invoice filter. */
export const firstInvoiceYear = 2022

export const InvoiceListQuery = listQuery({
  sorts: ['id', 'createdAt'],
  isSortExtra: true,
  defaultSort: { field: 'id', direction: 'desc' },
  filters: () => ({
    user: Id.optional(),
    invoiceId: Id.optional(),
    /** As printed on the document: 2026-000123. */
    number: extra(PrintedId.optional()),
    /** 1 to 12. Month and year count only without a user; all invoices if none is given. */
    month: z.coerce.number().int().min(1).max(12).optional(),
    year: z.coerce.number().int().min(firstInvoiceYear).max(9998).optional(),
    /** By `createdAt`, both ends included; of one user, too. */
    from: ExtraRangeEnd,
    to: ExtraRangeEnd,
    /** By `total`. */
    ...amountFilters,
  }),
})
export type InvoiceListQuery = z.output<typeof InvoiceListQuery>

export const listInvoices = endpoint({ path: '/invoices', access: 'invoices.read', query: InvoiceListQuery, reply: listReply(InvoiceRow) })

/** The file's id; any other path is 404. */
const LinkParams = lazyObject(() => ({ link: z.string().regex(/^[\w-]{1,100}$/) }))

/**
 * An invoice's PDF (`application/pdf`, inline) by file id. A file missing from storage is made again. 404 for an id no
 * invoice has, such as one replaced by a reupload.
 */
export const getInvoiceFile = endpoint({ path: '/invoices/files/{link}', access: 'invoices.read', params: LinkParams, reply: z.unknown() })

/** The invoices of a month, a whole year or a customer; month and year count only without a user. */
export const InvoiceZipQuery = lazyObject(() => ({
  month: z.coerce.number().int().min(1).max(12).optional(),
  year: z.coerce.number().int().min(firstInvoiceYear).max(9998).optional(),
  user: Id.optional(),
}))
export type InvoiceZipQuery = z.output<typeof InvoiceZipQuery>

/** Number of PDFs in the download; `missing.txt`, if any, isn't counted. */
export const totalCountHeader = 'x-total-count'
/** Lists invoices whose document couldn't be made; added to the zip. */
export const missingFilesName = 'missing.txt'

/**
 * The PDFs of a month (by default this one) or a customer as a streamed zip; `X-Total-Count` has their number. 404 if
 * there are none. A failure midway breaks the connection, so a part never passes for the whole.
 */
export const downloadInvoices = endpoint({
  path: '/invoices/files/zip',
  access: 'invoices.read',
  query: InvoiceZipQuery,
  reply: z.unknown(),
})

/** What a zip covers, with defaults filled in. */
export type InvoiceZipScope = { user: number } | { year: number; month: number | null }

/**
 * The scope a zip request asks for.
 * @param now unix seconds
 */
export function zipScope({ month, year, user }: InvoiceZipQuery, now: number): InvoiceZipScope {
  if (user !== undefined) return { user }
  const [thisYear = firstInvoiceYear, thisMonth = 1] = dayOf(now).split('-').map(Number)
  if (month !== undefined) return { year: year ?? thisYear, month }
  return year === undefined ? { year: thisYear, month: thisMonth } : { year, month: null }
}

/** `invoices-2026-03.zip`, `invoices-2026.zip`, or `invoices-customer-8812.zip`. */
export function zipName(scope: InvoiceZipScope): string {
  if ('user' in scope) return `invoices-customer-${scope.user}.zip`
  return `invoices-${scope.year}${scope.month === null ? '' : `-${String(scope.month).padStart(2, '0')}`}.zip`
}

/**
 * Reuploads an invoice: a new file replaces the one named by `link`; number and date stay (ruling 49). 404 for an
 * unknown link, 409 `conflict` during another reupload of the invoice, 502 `bad_gateway` if storage fails.
 */
export const reuploadInvoice = endpoint({
  method: 'DELETE',
  path: '/invoices/files/{link}',
  access: 'invoices.reupload',
  params: LinkParams,
  /** The new file's id. */
  reply: z.object({ fileId: z.string() }),
})
