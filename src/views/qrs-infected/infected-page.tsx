import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { infectedList } from './infected-list.tsx'

const route = getRouteApi('/app/qrs/infected')

/** The QR codes that scanners called harmful, with role 1 alone. */
export function InfectedPage() {
  return <ListPage list={infectedList} search={route.useSearch()} />
}
