import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { referredByList, referredList } from './referred-list.tsx'

const route = getRouteApi('/app/customers/referred')

export function ReferredPage() {
  const search = route.useSearch()
  return <ListPage list={search['referredBy'] === undefined ? referredList : referredByList} search={search} />
}
