import { pages } from '../../commands/engine/record-pages.ts'
import { formatDate } from '../../contract/dates.ts'
import type { InvoiceRow } from '../../contract/invoices.ts'
import { formatMoney } from '../../contract/money.ts'
import type { PaymentRow } from '../../contract/payments.ts'
import type { QrRow } from '../../contract/qrs.ts'
import type { RecentRecord } from '../commands/recent.ts'

/** A customer as a recent record. `name` is the full name, or empty. */
export function customerRecord(customer: { id: number; name: string; companyName: string | null; email: string }): RecentRecord {
  const name = [customer.name, customer.companyName].filter(Boolean).join(' — ')
  const detail = name === '' ? '' : customer.email
  return { type: 'customer', id: customer.id, label: name || customer.email, detail, href: pages.customer(customer) }
}

/** A QR code: its page is the list filtered to it, with the side panel over it. */
export function qrRecord({ id, name, uri }: Pick<QrRow, 'id' | 'name' | 'uri'>): RecentRecord {
  return { type: 'qr', id, label: name || uri, detail: name === '' ? '' : uri, href: `${pages.qr({ uri })}&panel=qr-${id}` }
}

export function invoiceRecord({ id, number, createdAt, customer }: InvoiceRow): RecentRecord {
  const detail = `${number ? `${number}, ` : ''}${formatDate(createdAt)}, customer ${customer}`
  return { type: 'invoice', id, label: `Invoice ${id}`, detail, href: `${pages.invoice({ id })}&panel=invoice-${id}` }
}

export function paymentRecord({ id, amount, currency, email, ref }: PaymentRow): RecentRecord {
  const label = `Payment ${id}: ${formatMoney(amount, currency)}`
  return { type: 'payment', id, label, detail: `${ref}, ${email}`, href: `/payments?paymentId=${id}&panel=payment-${id}` }
}
