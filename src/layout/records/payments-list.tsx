import { paymentsQuery } from '../../api/payments.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { disputeFilters, invoiceStatuses, type PaymentListQuery, type PaymentRow, paymentIntentStatuses } from '../../contract/payments.ts'
import { statusWords } from '../../contract/status-words.ts'
import { countryName } from '../kit/country-name.ts'
import { dateColumn } from '../list/date-column.ts'
import { defineList } from '../list/define-list.ts'
import type { Choice, ListFilter } from '../list/filter-definition.ts'
import { countryFilter } from '../list/filters/country-filter.ts'
import { dateFilter } from '../list/filters/date-filter.ts'
import { ageOrders, choiceFilter, linkedFilter, orderWords, switchFilter } from '../list/filters/filters.ts'
import { numberFilter } from '../list/filters/typed-filter.ts'
import { growingWidth } from '../list/growing-width.ts'
import { idColumn } from '../list/id-column.ts'
import type { ListColumn } from '../list/list-definition.ts'
import { amountFilter } from './amount-filter.ts'
import { briefMethod, InvoiceBadges, LoudestBadge, methodText, PaymentBadges, refundsOf, troublesOf } from './payment-badges.tsx'
import { methodName, methodWords } from './payment-names.ts'
import { customerPaymentsSearch, paymentsSearch } from './payments-search.ts'

/** The amount, plus its value in the account currency if that differs. */
function amountText({ amount, currency, finalAmount }: PaymentRow): string {
  const own = formatMoney(amount, currency)
  return currency.toLowerCase() === accountCurrency ? own : `${own} (${formatMoney(finalAmount, accountCurrency)})`
}

const columns = {
  id: { ...idColumn, text: (row) => `Order ${row.ref}` },
  createdAt: {
    ...dateColumn('createdAt', { header: 'Created', phone: 'fact' }),
    width: '148px',
    text: (row) => (row.confirmedAt === null ? 'Not confirmed' : `Confirmed ${formatDateTime(row.confirmedAt)}`),
  },
  email: { id: 'email', header: 'Customer', phone: 'headline', text: (row) => row.email },
  country: {
    id: 'country',
    header: 'Country',
    width: '64px',
    cell: (row) => row.country?.toUpperCase() ?? '—',
    text: (row) => (row.country === null ? '' : countryName(row.country)),
  },
  amount: {
    id: 'finalAmount',
    header: 'Amount',
    width: '112px',
    align: 'end',
    phone: 'state',
    cell: (row) => formatMoney(row.amount, row.currency),
    text: amountText,
  },
  method: { id: 'method', header: 'Method', width: growingWidth(132, 168, 1330), cell: briefMethod, text: methodText },
  status: {
    id: 'status',
    header: 'Payment',
    width: growingWidth(186, 240),
    phone: 'fact',
    brief: (payment) => <LoudestBadge payment={payment} />,
    cell: (payment) => <PaymentBadges payment={payment} besides={troublesOf(payment)} />,
    text: (row) => statusWords(row.stripePaymentIntentStatus),
  },
  invoice: {
    id: 'invoice',
    header: 'Invoice',
    width: growingWidth(118, 210),
    cell: (row) => <InvoiceBadges payment={row} besides={refundsOf(row)} />,
  },
  ref: { id: 'ref', header: 'Order', width: '104px', text: (row) => row.ref },
  ip: { id: 'ip', header: 'IP', width: '112px', cell: (row) => row.ip ?? '—', text: (row) => row.ip ?? '' },
} as const satisfies Record<string, ListColumn<PaymentRow>>

const words = <Value extends string>(values: readonly Value[], others: Partial<Record<Value, readonly string[]>> = {}) =>
  values.map((value) => ({ value, label: statusWords(value), words: others[value] }))

/** What people say of payments that the provider names otherwise. */
const intentWords: Partial<Record<(typeof paymentIntentStatuses)[number], readonly string[]>> = {
  requires_payment_method: ['failed', 'declined'],
  succeeded: ['successful'],
  processing: ['pending'],
}
/** Subscriptions are charged at once, so an open invoice is due. */
const invoiceWords: Partial<Record<(typeof invoiceStatuses)[number], readonly string[]>> = {
  open: ['unpaid', 'not paid', 'overdue', 'outstanding'].flatMap((state) =>
    ['invoices', 'payments'].flatMap((noun) => [`${state} ${noun}`, `${noun} ${state}`]),
  ),
}
const ofDisputes = (...states: readonly string[]) =>
  states.flatMap((state) => ['disputes', 'chargebacks'].flatMap((noun) => [`${state} ${noun}`, `${noun} ${state}`]))
const disputes: Record<(typeof disputeFilters)[number], Omit<Choice, 'value'>> = {
  all: { label: 'any dispute', words: ['disputed', 'disputes', 'chargebacks'] },
  needs_response: {
    label: 'needs response',
    words: ofDisputes('open', 'unanswered', 'needing response', 'need response', 'needs response', 'to answer'),
  },
  lost: { label: 'lost', words: ofDisputes('lost') },
}

/** Days in a text are by the confirmation of what was paid, and by the creation of what was not. */
const datedBy = (choices: readonly Choice[], paid: string): readonly Choice[] =>
  choices.map((choice) => ({ ...choice, datedBy: choice.value === paid ? 'from' : 'createdFrom' }))

const ownFilters: readonly ListFilter[] = [
  choiceFilter({
    param: 'stripePaymentIntentStatus',
    label: 'Payment',
    all: 'All payments',
    choices: datedBy(words(paymentIntentStatuses, intentWords), 'succeeded'),
  }),
  choiceFilter({
    param: 'stripeInvoiceStatus',
    label: 'Invoice',
    all: 'All invoices',
    choices: datedBy(words(invoiceStatuses, invoiceWords), 'paid'),
  }),
  choiceFilter({
    param: 'refunded',
    label: 'Refunded',
    all: 'All refunds',
    choices: [
      { value: 'ANY', label: 'fully or partly', words: ['refunded', 'refunds'], datedBy: 'refundedFrom', feature: 'fields' },
      { value: 'FULLY', label: 'fully refunded', words: ['full refunds'], datedBy: 'refundedFrom' },
      { value: 'PARTIALLY', label: 'partly refunded', words: ['partially refunded', 'partial refunds'], datedBy: 'refundedFrom' },
    ],
  }),
  choiceFilter({
    param: 'disputed',
    label: 'Disputed',
    all: 'All disputes',
    choices: disputeFilters.map((value) => ({ value, datedBy: 'createdFrom', ...disputes[value] })),
  }),
  choiceFilter({
    param: 'stripePaymentMethodType',
    label: 'Method',
    all: 'All methods',
    choices: paymentMethods.map((method) => ({ value: method, label: methodName(method), words: methodWords[method] })),
  }),
  switchFilter({ param: 'trialPlan', label: 'Trial plan' }),
]

const confirmationWords = [{ phrase: 'confirmed', isVague: true as const }]

/** The list of all payments. The link of a row is its customer's; elsewhere a press opens the side panel. */
export const paymentsList = defineList({
  id: 'payments',
  title: 'Payments',
  alsoCalled: ['charges', 'transactions'],
  path: '/payments',
  search: paymentsSearch,
  query: paymentsQuery,
  exportAs: 'payments',
  columns: [columns.id, columns.createdAt, columns.email, columns.country, columns.amount, columns.method, columns.status, columns.invoice],
  filters: [
    countryFilter,
    ...ownFilters,
    { ...dateFilter({ label: 'Created', params: ['createdFrom', 'createdTo'], isUsual: true }), feature: 'fields' },
    // Days alone are by creation: failed payments have no other.
    { ...dateFilter({ label: 'Confirmed', moments: confirmationWords, isUsual: false }), isRare: true, feature: 'fields' },
    { ...dateFilter({ label: 'Refunded on', params: ['refundedFrom', 'refundedTo'], moments: [] }), isRare: true, feature: 'fields' },
    { ...amountFilter, isRare: true },
    { ...linkedFilter({ param: 'paymentId', chip: (id) => `Payment ${id}` }), feature: 'fields' },
    numberFilter({ param: 'user', label: 'Customer id', chip: (id) => `Customer #${id}` }),
    ...ageOrders,
    orderWords({ sort: 'finalAmount', label: 'Highest amount first', phrases: ['largest', 'biggest', 'highest', 'top'] }),
    orderWords({ sort: 'finalAmount', direction: 'asc', label: 'Lowest amount first', phrases: ['smallest', 'lowest'] }),
  ],
  href: (payment) => `/customers/${payment.userId}`,
  panel: 'payment',
  opens: (payment) => `the customer of payment ${payment.ref}`,
  linkLabel: (payment) => `${payment.email}: open the customer of payment ${payment.ref}`,
  target: (record) => ({ type: 'payment', record }),
  emptyText: 'Payments appear here: remove a filter, or look a customer up by email to see all of theirs.',
})

export const customerPaymentsList = (customerId: number) =>
  defineList({
    id: `payments.${customerId}`,
    columnsId: 'customer-payments',
    title: 'Payments',
    search: customerPaymentsSearch,
    query: (query: PaymentListQuery) => paymentsQuery({ ...query, user: customerId }),
    exportAs: 'payments',
    columns: [
      columns.id,
      { ...columns.ref, phone: 'link' },
      columns.createdAt,
      { ...columns.amount, phone: 'title' },
      columns.method,
      { ...columns.status, phone: 'state' },
      // The remaining width, for two badges in a line.
      { ...columns.invoice, width: undefined },
      columns.ip,
    ],
    filters: ownFilters,
    panel: 'payment',
    opens: (payment) => `payment ${payment.ref}`,
    linkLabel: (payment) => `Payment ${payment.ref}`,
    target: (record) => ({ type: 'payment', record }),
    emptyText: 'Payments of this customer appear here: remove a filter to see more.',
    noneText: 'Payments appear here once this customer has paid.',
  })
