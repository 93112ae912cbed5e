import { customerInvoicesSearch } from '../../layout/records/invoices-search.ts'
import { type ListSearch, readListSearch } from '../../layout/list/list-search.ts'
import { customerPaymentsSearch } from '../../layout/records/payments-search.ts'
import { customerQrsSearch, readQrDialog } from '../../layout/records/qrs-search.ts'

export const customerTabs = ['info', 'payments', 'invoices', 'qrs'] as const
export type CustomerTab = (typeof customerTabs)[number]

/** The tab that the URL names; info where it names none. */
export function tabOf(search: ListSearch): CustomerTab {
  return customerTabs.find((tab) => tab === search['tab']) ?? 'info'
}

/** Where a tab of a customer's page is. */
export const tabHref = (id: number, tab: CustomerTab) => `/customers/${id}${tab === 'info' ? '' : `?tab=${tab}`}`

const flag = (value: unknown) => (String(value) === 'true' ? 'true' : undefined)

/**
 * What the URL of a customer's page may say: `tab`; on the info tab `edit=true` for the form of the information card and `note=true`
 * for that of the note; on the others the state of their list.
 */
export function readCustomerSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const tab = customerTabs.find((each) => each !== 'info' && each === raw['tab'])
  const nothing = { tab: undefined, edit: undefined, note: undefined, preview: undefined, static: undefined }
  if (tab === 'payments') return { ...nothing, ...readListSearch(customerPaymentsSearch, raw), tab }
  if (tab === 'invoices') return { ...nothing, ...readListSearch(customerInvoicesSearch, raw), tab }
  if (tab === 'qrs') return { ...nothing, ...readListSearch(customerQrsSearch, raw), ...readQrDialog(raw), tab }
  return { ...nothing, edit: flag(raw['edit']), note: flag(raw['note']) }
}
