import { PaymentListQuery, paymentSorts } from '../../contract/payments.ts'
import { keepWholeRange, type ListSearchSpec } from '../list/list-search.ts'

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
export const paymentsSearch: ListSearchSpec<PaymentListQuery> = {
  query: PaymentListQuery,
  sorts: paymentSorts,
  filters: [...paymentFilterParams, 'user', 'from', 'to'],
  pageSizeKey: 'paymentsEntries',
  clean: (search) => keepWholeRange(search),
}

/** URL parameters of the payments on a customer's page; only the page size is remembered. */
export const customerPaymentsSearch: ListSearchSpec<PaymentListQuery> = {
  ...paymentsSearch,
  filters: [...paymentFilterParams],
  beside: ['tab'],
}
