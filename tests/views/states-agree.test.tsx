import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../src/api/query-client.ts'
import { statusStep } from '../../src/commands/qrs/status.ts'
import { displayedStatuses } from '../../src/contract/customer-status.ts'
import { invoiceStatuses, paymentIntentStatuses } from '../../src/contract/payments.ts'
import { type QrRow, type QrStatus, qrStatuses } from '../../src/contract/qrs.ts'
import { capitalise } from '../../src/contract/status-words.ts'
import type { ListFilter } from '../../src/layout/list/filter-definition.ts'
import { InvoiceBadges, LoudestBadge } from '../../src/layout/records/payment-badges.tsx'
import { customerPaymentsList, paymentsList } from '../../src/layout/records/payments-list.tsx'
import { customerQrsList, qrsList } from '../../src/layout/records/qrs-list.tsx'
import { paymentHead } from '../../src/layout/records/side-panel/payment-side.tsx'
import { qrHead } from '../../src/layout/records/side-panel/qr-side.tsx'
import { RecordSummary } from '../../src/layout/records/summary/record-summaries.tsx'
import { CustomerHeading } from '../../src/views/customer/customer-heading.tsx'
import { customersList } from '../../src/views/customers/customers-list.tsx'
import { referredList } from '../../src/views/referred/referred-list.tsx'
import { aCustomer, aCustomerRow } from './support/customer.ts'
import { aPayment } from './support/payment.ts'
import { aQr } from './support/qr.ts'

/** A state as a surface shows it: its words, and the colour of the badge. */
function shown(surface: ReactNode): string {
  const { container } = render(<QueryClientProvider client={createQueryClient()}>{surface}</QueryClientProvider>)
  const badge = container.querySelector('[data-status]')
  return `${badge?.textContent}, ${badge?.getAttribute('data-variant')}`
}

interface Listed<Row> {
  columns: readonly { id: string; cell?: (row: Row) => ReactNode }[]
}
const inList = <Row,>({ columns }: Listed<Row>, id: string, row: Row) => columns.find((column) => column.id === id)?.cell?.(row)

/** The words of a filter's option. */
function optionOf(filters: readonly ListFilter[], id: string, value: string): string | undefined {
  const control = filters.find((filter) => filter.id === id)?.control
  return control?.kind === 'choices' && 'find' in control.choices
    ? control.choices.find((choice) => choice.value === value)?.label
    : undefined
}

/** All surfaces show the same, in the words of the filter's option. */
function expectAgreement(surfaces: readonly string[], option: string | undefined): void {
  expect(new Set(surfaces).size).toBe(1)
  expect(surfaces[0]?.split(', ')[0]).toBe(option)
}

test.each(displayedStatuses)('a customer who is %s is so in lists, heading, preview and filter', (status) => {
  const customer = aCustomer({ status })
  expectAgreement(
    [
      shown(inList(customersList, 'status', aCustomerRow(1, { status }))),
      shown(inList(referredList, 'subscriptionStatus', aCustomerRow(1, { subscriptionStatus: status }))),
      shown(<CustomerHeading customer={customer} />),
      shown(<RecordSummary facts={{ type: 'customer', record: customer }} isRested={false} />),
    ],
    optionOf(customersList.filters, 'status', status),
  )
})

const qrColumns: Record<QrStatus, Partial<QrRow>> = {
  active: { status: 1 },
  stopped: { status: 1, stopped: 1 },
  blocked: { status: 2 },
  deleted: { status: 0 },
}

test.each(qrStatuses)('a QR code that is %s is so in lists, panel, preview, filter and question', (status) => {
  const qr = aQr(1, qrColumns[status])
  expectAgreement(
    [
      shown(inList(qrsList, 'status', qr)),
      shown(inList(customerQrsList(7), 'status', qr)),
      shown(qrHead(qr).badge),
      shown(<RecordSummary facts={{ type: 'qr', record: { ...qr, data: {} } }} isRested={false} />),
    ],
    optionOf(qrsList.filters, 'status', status),
  )
  expect(statusStep.options?.(qr).map(({ label }) => label)).toContain(`${capitalise(status)} (now)`)
})

test.each(paymentIntentStatuses)('a payment that is %s is so in lists, on phones, in panel, preview and filter', (status) => {
  const payment = aPayment(1, { stripePaymentIntentStatus: status })
  expectAgreement(
    [
      shown(inList(paymentsList, 'status', payment)),
      shown(inList(customerPaymentsList(8812), 'status', payment)),
      shown(<LoudestBadge payment={payment} />),
      shown(paymentHead(payment).badge),
      shown(<RecordSummary facts={{ type: 'payment', record: payment }} isRested={false} />),
    ],
    optionOf(paymentsList.filters, 'stripePaymentIntentStatus', status),
  )
})

test.each(invoiceStatuses)('an invoice that is %s is so in lists, panel and filter', (stripeInvoiceStatus) => {
  const payment = aPayment(1, { stripeInvoiceStatus })
  expectAgreement(
    [
      shown(inList(paymentsList, 'invoice', payment)),
      shown(inList(customerPaymentsList(8812), 'invoice', payment)),
      shown(<InvoiceBadges payment={payment} />),
    ],
    optionOf(paymentsList.filters, 'stripeInvoiceStatus', stripeInvoiceStatus),
  )
})
