import { useQuery } from '@tanstack/react-query'
import { invoicesQuery } from '../../api/invoices.ts'
import { paymentsQuery } from '../../api/payments.ts'
import { qrsQuery } from '../../api/qrs.ts'
import type { PaymentFact } from '../../contract/customer-overview.ts'
import type { ListRequest, Pagination } from '../../contract/list.ts'
import { totalText } from '../../layout/list/count-text.ts'
import { type ListSearchSpec, readListSearch, requestOf } from '../../layout/list/list-search.ts'
import { customerInvoicesSearch } from '../../layout/records/invoices-search.ts'
import { customerPaymentsSearch } from '../../layout/records/payments-search.ts'
import { customerQrsSearch } from '../../layout/records/qrs-search.ts'
import type { ListTabName } from './list-tabs.tsx'

interface FirstPages {
  /** Counts for the tabs. Unknown ones are left out. */
  counts: Record<ListTabName, string>
  /** The newest payment; undefined while it isn't known. */
  lastPayment: PaymentFact | null | undefined
  /** How many QR codes there are, deleted ones included; undefined while it isn't known. */
  qrs: Pagination | undefined
}

const firstPageOf = <Query extends ListRequest>(spec: ListSearchSpec<Query>) => requestOf(spec, readListSearch(spec, {}))

/**
 * What each list's first page says, which is then cached for opening it.
 * @param isThere whether there is such a customer
 */
export function useFirstPages(customerId: number, isThere: boolean): FirstPages {
  const payments = useQuery({ ...paymentsQuery({ ...firstPageOf(customerPaymentsSearch), user: customerId }), enabled: isThere })
  const qrs = useQuery({ ...qrsQuery({ ...firstPageOf(customerQrsSearch), customer: customerId }), enabled: isThere })
  const invoices = useQuery({ ...invoicesQuery({ ...firstPageOf(customerInvoicesSearch), user: customerId }), enabled: isThere })
  const count = (data: { pagination: Pagination } | undefined) => (data ? totalText(data.pagination) : '')
  return {
    counts: { payments: count(payments.data), invoices: count(invoices.data), qrs: count(qrs.data) },
    lastPayment: payments.data && (payments.data.rows[0] ?? null),
    qrs: qrs.data?.pagination,
  }
}
