import { listInvoices } from '../../../src/contract/invoices.ts'
import { accountCurrency } from '../../../src/contract/money.ts'
import { listPayments, type PaymentRow } from '../../../src/contract/payments.ts'
import { invoices } from '../../db/schema/payments.ts'
import { invoiceSource } from '../invoices/queries.ts'
import { paymentSource } from '../payments/queries.ts'
import { type CsvColumn, decimalAmount } from '../sales/csv.ts'
import { countryCode, instant, yesNo } from './cells.ts'
import { listExport } from './list-export.ts'

const paymentColumns: readonly CsvColumn<PaymentRow>[] = [
  { header: 'Order id', value: ({ ref }) => ref },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
  { header: 'Confirmed', value: ({ confirmedAt }) => instant(confirmedAt) },
  { header: 'Customer id', value: ({ userId }) => userId },
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Country', value: ({ country }) => countryCode(country) },
  { header: 'Currency', value: ({ currency }) => currency.toUpperCase() },
  { header: 'Amount', value: ({ amount, currency }) => decimalAmount(amount, currency) },
  { header: 'Amount in EUR', value: ({ finalAmount }) => decimalAmount(finalAmount, accountCurrency) },
  { header: 'Refunded', value: ({ amountRefunded, currency }) => decimalAmount(amountRefunded, currency) },
  { header: 'Refunded in EUR', value: ({ finalAmountRefunded }) => decimalAmount(finalAmountRefunded, accountCurrency) },
  { header: 'Refund under way', value: ({ refundInProgress }) => yesNo(refundInProgress) },
  { header: 'Status', value: ({ stripePaymentIntentStatus }) => stripePaymentIntentStatus },
  { header: 'Invoice status', value: ({ stripeInvoiceStatus }) => stripeInvoiceStatus },
  { header: 'Dispute', value: ({ stripeDisputeStatus }) => stripeDisputeStatus },
  { header: 'Early fraud', value: ({ earlyFraud }) => yesNo(earlyFraud) },
  { header: 'Method', value: ({ paymentType }) => paymentType },
  { header: 'Brand', value: ({ paymentMethodBrand }) => paymentMethodBrand },
  { header: 'Trial plan', value: ({ trialPlan }) => yesNo(trialPlan) },
  { header: 'IP address', value: ({ ip }) => ip },
  { header: 'Provider id', value: ({ stripePaymentIntentId }) => stripePaymentIntentId },
]

export const paymentsExport = listExport(listPayments, { source: paymentSource, toRow: (row) => row, columns: paymentColumns })

/** Unlike the list on screen, where the PDF has them, the file includes details. */
const invoiceColumns = {
  id: invoices.id,
  number: invoices.number,
  createdAt: invoices.createdAt,
  customer: invoices.userId,
  description: invoices.description,
  currency: invoices.currency,
  subtotal: invoices.subtotal,
  vatRate: invoices.vatRate,
  vatAmount: invoices.vatAmount,
  total: invoices.total,
}

export const invoicesExport = listExport(listInvoices, {
  source: (query, { now }) => ({ ...invoiceSource(query, now()), columns: invoiceColumns }),
  toRow: (row) => row,
  columns: [
    { header: 'Number', value: ({ number }) => number },
    { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
    { header: 'Customer id', value: ({ customer }) => customer },
    { header: 'Description', value: ({ description }) => description },
    { header: 'Currency', value: ({ currency }) => currency.toUpperCase() },
    { header: 'Subtotal', value: ({ subtotal, currency }) => decimalAmount(subtotal, currency) },
    { header: 'VAT rate', value: ({ vatRate }) => vatRate / 100 },
    { header: 'VAT', value: ({ vatAmount, currency }) => decimalAmount(vatAmount, currency) },
    { header: 'Total', value: ({ total, currency }) => decimalAmount(total, currency) },
  ],
})
