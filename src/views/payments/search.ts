import type { PaymentListQuery } from '../../contract/payments.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'
import { paymentFilterParams, paymentsSearch } from '../../layout/records/payments-search.ts'

/**
 * URL parameters of /payments. The browser remembers the documented
 * filters together (document 1, section 7), but not dates.
 */
export const allPaymentsSearch: ListSearchSpec<PaymentListQuery> = {
  ...paymentsSearch,
  rememberedTogether: { key: 'payment.filters', filters: [...paymentFilterParams, 'user'] },
}
