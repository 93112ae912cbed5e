import type { PaymentListQuery } from '../../contract/payments.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'
import { paymentFilterParams, paymentsSearch } from '../../layout/records/payments-search.ts'

/** What the URL of /payments may say. The browser remembers the documented filters as one (document 1, section 7); days pass. */
export const allPaymentsSearch: ListSearchSpec<PaymentListQuery> = {
  ...paymentsSearch,
  rememberedTogether: { key: 'payment.filters', filters: [...paymentFilterParams, 'user'] },
}
