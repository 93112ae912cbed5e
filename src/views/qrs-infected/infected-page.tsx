import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { infectedList } from './infected-list.tsx'

const route = getRouteApi('/app/qrs/infected')

/** QR codes that scanners flagged, role 1 only. */
export function InfectedPage() {
  return <ListPage list={infectedList} search={route.useSearch()} />
}
