import { type ListSearch, readListSearch } from '../../layout/list/list-search.ts'
import { customerInvoicesSearch } from '../../layout/records/invoices-search.ts'
import { customerPaymentsSearch } from '../../layout/records/payments-search.ts'
import { customerQrsSearch, readQrDialog } from '../../layout/records/qrs-search.ts'

export const customerTabs = ['info', 'payments', 'invoices', 'qrs', 'more'] as const
export type CustomerTab = (typeof customerTabs)[number]

/** The tab in the URL; info by default. */
export function tabOf(search: ListSearch): CustomerTab {
  return customerTabs.find((tab) => tab === search['tab']) ?? (search['show'] === undefined ? 'info' : 'more')
}

/** The list under 'More' that is shown if none is named. */
export const firstList = 'email'

/** The URL of a customer's tab. */
export function tabHref(id: number, tab: CustomerTab): string {
  const page = `/customers/${id}`
  if (tab === 'info') return page
  return tab === 'more' ? `${page}?show=${firstList}` : `${page}?tab=${tab}`
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const flag = (value: unknown) => (String(value) === 'true' ? 'true' : undefined)

/**
 * URL parameters of a customer page: `tab`; on the info tab `note=true` opens that form, and `edit` and `billing` theirs at a field; `show`
 * is the list under 'More'; the other tabs add their list's state.
 */
export function readCustomerSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const tab = customerTabs.find((each) => each !== 'info' && each !== 'more' && each === raw['tab'])
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
