import { PaymentListQuery } from '../../contract/payments.ts'
import { listSearch } from '../list/list-search.ts'

/** The documented payment filters (document 1, section 7). */
export const paymentFilterParams = [
  'country',
  'stripePaymentIntentStatus',
  'stripeInvoiceStatus',
  'refunded',
  'disputed',
  'stripePaymentMethodType',
  'trialPlan',
] as const

/** URL parameters of the payments list; `user` comes from links. The page decides which filters are remembered. */
export const paymentsSearch = listSearch(PaymentListQuery, {
  filters: [...paymentFilterParams, 'user', 'from', 'to', 'paymentId'],
  pageSizeKey: 'paymentsEntries',
  // A payment that is named is shown whatever filters the browser remembers.
  clean: (search) => {
    if (search['paymentId']) for (const name in search) if (!/^(paymentId|perPage)$/.test(name)) delete search[name]
  },
})

/** URL parameters of the payments on a customer's page; only the page size is remembered. */
export const customerPaymentsSearch: typeof paymentsSearch = {
  ...paymentsSearch,
  filters: [...paymentFilterParams],
  beside: ['tab'],
}
