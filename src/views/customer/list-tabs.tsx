import { useMemo } from 'react'
import type { Target } from '../../commands/engine/targets.ts'
import { useCurrentTarget } from '../../layout/commands/use-commands.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { ListView } from '../../layout/list/list-view.tsx'
import { useListView } from '../../layout/list/use-list-view.ts'
import { customerTabInvoicesList } from '../../layout/records/invoices-list.tsx'
import { customerPaymentsList } from '../../layout/records/payments-list.tsx'
import { QrDialogs } from '../../layout/records/qr-dialogs.tsx'
import { customerQrsList } from '../../layout/records/qrs-list.tsx'
import { ZipButton } from '../../layout/records/zip-button.tsx'
import type { CustomerTab } from './search.ts'

/** A tab that is one list. */
export type ListTabName = Exclude<CustomerTab, 'info' | 'more'>

/** One of the customer's list tabs, loaded after the page's first tab. */
export function ListTab({ tab, ...props }: ListTabProps & { tab: ListTabName }) {
  if (tab === 'payments') return <PaymentsTab {...props} />
  return tab === 'invoices' ? <InvoicesTab {...props} /> : <QrsTab {...props} />
}

interface ListTabProps {
  customerId: number
  search: ListSearch
}

function PaymentsTab({ customerId, search }: ListTabProps) {
  const list = useMemo(() => customerPaymentsList(customerId), [customerId])
  return <ListView view={useListView(list, search)} />
}

/** The customer's invoices of all months. */
function InvoicesTab({ customerId, search }: ListTabProps) {
  const list = useMemo(() => customerTabInvoicesList(customerId), [customerId])
  const target = useMemo<Target<'invoice-list'>>(
    () => ({ type: 'invoice-list', record: { id: customerId, scope: { user: customerId } } }),
    [customerId],
  )
  useCurrentTarget(target)
  return (
    <>
      <div className="flex at-end">
        <ZipButton target={target} />
      </div>
      <ListView view={useListView(list, search)} />
    </>
  )
}

function QrsTab({ customerId, search }: ListTabProps) {
  const list = useMemo(() => customerQrsList(customerId), [customerId])
  return (
    <>
      <ListView view={useListView(list, search)} />
      <QrDialogs search={search} />
    </>
  )
}
