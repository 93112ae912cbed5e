import { useMemo } from 'react'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { ListView } from '../../layout/list/list-view.tsx'
import { useListView } from '../../layout/list/use-list-view.ts'
import { customerPaymentsList } from '../../layout/payments/payments-list.tsx'
import { QrDialogs } from '../../layout/qrs/qr-dialogs.tsx'
import { customerQrsList } from '../../layout/qrs/qrs-list.tsx'

interface ListTabProps {
  customerId: number
  search: ListSearch
}

/** The customer's payments. */
export function PaymentsTab({ customerId, search }: ListTabProps) {
  const list = useMemo(() => customerPaymentsList(customerId), [customerId])
  return <ListView view={useListView(list, search)} />
}

/** The customer's QR codes. */
export function QrsTab({ customerId, search }: ListTabProps) {
  const list = useMemo(() => customerQrsList(customerId), [customerId])
  return (
    <>
      <ListView view={useListView(list, search)} />
      <QrDialogs search={search} />
    </>
  )
}
