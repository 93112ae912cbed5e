import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { customerInvoicesList, invoicesList } from './invoices-list.tsx'

const route = getRouteApi('/app/invoices')

/** The invoices of a month, or of one customer. */
export function InvoicesPage() {
  const search = route.useSearch()
  return <ListPage list={search['user'] === undefined ? invoicesList : customerInvoicesList} search={search} />
}
