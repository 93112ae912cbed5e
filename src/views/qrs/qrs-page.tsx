import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { QrDialogs } from '../../layout/records/qr-dialogs.tsx'
import { qrsList } from '../../layout/records/qrs-list.tsx'

const route = getRouteApi('/app/qrs')

export function QrsPage() {
  const search = route.useSearch()
  return (
    <>
      <ListPage list={qrsList} />
      <QrDialogs search={search} />
    </>
  )
}
