import { amountFilters } from '../../contract/amount-filters.ts'
import { PaymentListQuery } from '../../contract/payments.ts'
import { listSearch } from '../list/list-search.ts'

/** The documented payment filters (document 1, section 7). */
const filters = [
  'country',
  'stripePaymentIntentStatus',
  'stripeInvoiceStatus',
  'refunded',
  'disputed',
  'stripePaymentMethodType',
  'trialPlan',
]

/** Ranges of days that the documents don't have. */
const dates = [
  ['createdFrom', 'createdTo'],
  ['refundedFrom', 'refundedTo'],
] as const

/** URL parameters of the payments list. The browser remembers the documented filters together (document 1, section 7), but not dates. */
export const paymentsSearch = listSearch(PaymentListQuery, {
  filters: [...filters, 'user', 'from', 'to', ...dates.flat(), ...Object.keys(amountFilters), 'paymentId'],
  ranges: [['from', 'to'], ...dates],
  pageSizeKey: 'paymentsEntries',
  rememberedTogether: { key: 'payment.filters', filters: [...filters, 'user'] },
  // A payment that is named is shown whatever filters the browser remembers.
  clean: (search) => {
    if (search['paymentId']) for (const name in search) if (!/^(paymentId|perPage)$/.test(name)) delete search[name]
  },
})

/** URL parameters of the payments on a customer's page; only the page size is remembered. */
export const customerPaymentsSearch = listSearch(PaymentListQuery, { filters, pageSizeKey: 'paymentsEntries', beside: ['tab'] })
