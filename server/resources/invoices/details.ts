import { eq } from 'drizzle-orm'
import type { InvoiceDetails } from '../../../src/contract/details.ts'
import type { Db } from '../../db/connect.ts'
import { invoices, payments } from '../../db/schema/payments.ts'
import { ApiError } from '../../http/errors.ts'
import { readHolder } from '../customers/holder.ts'

/**
 * What the side panel shows of an invoice beyond its row.
 * @throws ApiError not_found
 */
export async function invoiceDetails(db: Db, id: number): Promise<InvoiceDetails> {
  const { description, currency, subtotal, vatRate, vatAmount, total } = invoices
  const [invoice] = await db
    .select({
      user: invoices.userId,
      invoice: { description, currency, subtotal, vatRate, vatAmount, total },
      payment: {
        id: payments.id,
        ref: payments.ref,
        amount: payments.amount,
        currency: payments.currency,
        stripePaymentIntentStatus: payments.stripePaymentIntentStatus,
      },
    })
    .from(invoices)
    .leftJoin(payments, eq(payments.id, invoices.paymentId))
    .where(eq(invoices.id, id))
  if (!invoice) throw new ApiError('not_found', `Invoice ${id} was not found.`)
  return { ...invoice.invoice, customer: await readHolder(db, invoice.user), payment: invoice.payment }
}
