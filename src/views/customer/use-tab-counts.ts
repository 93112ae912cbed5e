import { useQuery } from '@tanstack/react-query'
import { invoicesQuery } from '../../api/invoices.ts'
import { paymentsQuery } from '../../api/payments.ts'
import { qrsQuery } from '../../api/qrs.ts'
import type { Pagination } from '../../contract/list.ts'
import { totalText } from '../../layout/list/count-text.ts'
import { readListSearch, requestOf } from '../../layout/list/list-search.ts'
import { customerPaymentsSearch } from '../../layout/records/payments-search.ts'
import { customerInvoicesSearch } from '../../layout/records/invoices-search.ts'
import { customerQrsSearch } from '../../layout/records/qrs-search.ts'
import type { CustomerTab } from './search.ts'

/**
 * Counts for the tabs, from each list's first page, which is then cached for opening it. Unknown counts are left out.
 */
export function useTabCounts(customerId: number): Partial<Record<CustomerTab, string>> {
  const payments = useQuery(
    paymentsQuery({ ...requestOf(customerPaymentsSearch, readListSearch(customerPaymentsSearch, {})), user: customerId }),
  )
  const qrs = useQuery(qrsQuery({ ...requestOf(customerQrsSearch, readListSearch(customerQrsSearch, {})), customer: customerId }))
  const invoices = useQuery(
    invoicesQuery({ ...requestOf(customerInvoicesSearch, readListSearch(customerInvoicesSearch, {})), user: customerId }),
  )
  const count = (data: { pagination: Pagination } | undefined) => (data ? totalText(data.pagination) : '')
  return { payments: count(payments.data), invoices: count(invoices.data), qrs: count(qrs.data) }
}
