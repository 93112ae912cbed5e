import { z } from 'zod'
import { endpoint, UnixSeconds } from './endpoint.ts'
import { Integer, NullableInteger, NullableText } from './fields.ts'

/** What the side panels show of a QR, a payment and an invoice beyond their list rows, in one call each. */

/** A record's customer, by name. */
export const Holder = z.object({ id: Integer, fullName: z.string(), companyName: NullableText, email: z.string() })
export type Holder = z.infer<typeof Holder>

/** Madrid days of the scans chart, today included. */
export const scanDays = 30
/** At most so many changes of the uri, refunds and other payments. */
export const maxDetailRows = 5

export const QrDetails = z.object({
  owner: Holder,
  folder: z.object({ id: Integer, name: z.string() }).nullable(),
  /** Files that can be deleted on the media page. */
  media: Integer,
  /** The Madrid day by the server's clock. */
  today: z.string(),
  /** Days with scans or visits of the last 30, oldest first. */
  days: z.array(z.object({ day: z.string(), scans: Integer, visits: Integer })),
  /** The last day of all time with a scan; null if there was none. */
  lastScan: NullableText,
  /** The latest changes of its uri, newest first. */
  uris: z.array(z.object({ id: Integer, uri: z.string(), qrUri: z.string(), updatedAt: UnixSeconds })),
  /** How many there were. */
  uriChanges: Integer,
})
export type QrDetails = z.infer<typeof QrDetails>

export const getQrDetails = endpoint({ path: '/qrs/{id}/details', feature: 'details', access: 'qrs.read', reply: QrDetails })

export const PaymentDetails = z.object({
  customer: Holder,
  /** Why the bank or the customer disputes it, in the provider's words. */
  disputeReason: NullableText,
  /** Percent off; null without a discount. */
  discount: NullableInteger,
  invoice: z.object({ id: Integer, number: z.string() }).nullable(),
  /** Newest first. `amount` in minor units of `currency`; `by` is who asked for it here, null if it was made at the provider. */
  refunds: z.array(
    z.object({
      id: Integer,
      amount: Integer,
      currency: z.string(),
      state: z.enum(['pending', 'succeeded', 'failed']),
      reason: NullableText,
      error: NullableText,
      by: NullableText,
      createdAt: UnixSeconds,
    }),
  ),
  /** The customer's other payments of the 30 days before and after, nearest first: further tries of the same charge are among them. */
  attempts: z.array(
    z.object({
      id: Integer,
      amount: Integer,
      currency: z.string(),
      stripePaymentIntentStatus: z.string(),
      createdAt: UnixSeconds,
    }),
  ),
})
export type PaymentDetails = z.infer<typeof PaymentDetails>

export const getPaymentDetails = endpoint({
  path: '/payments/{id}/details',
  feature: 'details',
  access: 'payments.read',
  reply: PaymentDetails,
})

/** Amounts in minor units of `currency`; `vatRate` in hundredths of a percent. */
export const InvoiceDetails = z.object({
  customer: Holder,
  description: z.string(),
  currency: z.string(),
  subtotal: Integer,
  vatRate: Integer,
  vatAmount: Integer,
  total: Integer,
  payment: z
    .object({
      id: Integer,
      ref: z.string(),
      amount: Integer,
      currency: z.string(),
      stripePaymentIntentStatus: z.string(),
    })
    .nullable(),
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

export const getInvoiceDetails = endpoint({
  path: '/invoices/{id}/details',
  feature: 'details',
  access: 'invoices.read',
  reply: InvoiceDetails,
})
