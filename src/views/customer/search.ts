import { type ListSearch, readListSearch } from '../../layout/list/list-search.ts'
import { customerInvoicesSearch } from '../../layout/records/invoices-search.ts'
import { customerPaymentsSearch } from '../../layout/records/payments-search.ts'
import { customerQrsSearch, readQrDialog } from '../../layout/records/qrs-search.ts'

export const customerTabs = ['info', 'payments', 'invoices', 'qrs'] as const
export type CustomerTab = (typeof customerTabs)[number]

/** The tab in the URL; info by default. */
export function tabOf(search: ListSearch): CustomerTab {
  return customerTabs.find((tab) => tab === search['tab']) ?? 'info'
}

/** The URL of a customer's tab. */
export const tabHref = (id: number, tab: CustomerTab) => `/customers/${id}${tab === 'info' ? '' : `?tab=${tab}`}`

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const flag = (value: unknown) => (String(value) === 'true' ? 'true' : undefined)

/**
 * URL parameters of a customer page: `tab`; on the info tab `note=true` opens that form, `edit` and `billing` theirs at a field, and `show`
 * is the list at its end; the other tabs add their list's state.
 */
export function readCustomerSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const tab = customerTabs.find((each) => each !== 'info' && each === raw['tab'])
  const nothing = {
    tab: undefined,
    edit: undefined,
    note: undefined,
    billing: undefined,
    show: undefined,
    preview: undefined,
    static: undefined,
  }
  if (tab === 'payments') return { ...nothing, ...readListSearch(customerPaymentsSearch, raw), tab }
  if (tab === 'invoices') return { ...nothing, ...readListSearch(customerInvoicesSearch, raw), tab }
  if (tab === 'qrs') return { ...nothing, ...readListSearch(customerQrsSearch, raw), ...readQrDialog(raw), tab }
  return {
    ...nothing,
    edit: textOf(raw['edit'] === true ? 'true' : raw['edit']),
    note: flag(raw['note']),
    billing: textOf(raw['billing']),
    show: textOf(raw['show']),
  }
}
