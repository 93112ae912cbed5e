import { PaymentListQuery, paymentSorts } from '../../contract/payments.ts'
import { keepWholeRange, type ListSearchSpec } from '../list/list-search.ts'

/** The filters of payments, by their documented names (document 1, section 7). */
export const paymentFilterParams = [
  'country',
  'stripePaymentIntentStatus',
  'stripeInvoiceStatus',
  'refunded',
  'disputed',
  'stripePaymentMethodType',
  'trialPlan',
] as const

/** What the URL of the list of all payments may say; `user` comes by links. Which filters are remembered is the page's to say. */
export const paymentsSearch: ListSearchSpec<PaymentListQuery> = {
  query: PaymentListQuery,
  sorts: paymentSorts,
  filters: [...paymentFilterParams, 'user', 'from', 'to'],
  pageSizeKey: 'paymentsEntries',
  clean: (search) => keepWholeRange(search),
}

/** What the URL of a customer's page may say of their payments: no customer, and nothing is remembered but the page size. */
export const customerPaymentsSearch: ListSearchSpec<PaymentListQuery> = {
  ...paymentsSearch,
  filters: [...paymentFilterParams],
  beside: ['tab'],
}
