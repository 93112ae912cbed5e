import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { statsList } from './stats-list.tsx'

const route = getRouteApi('/app/qrs/stats')

export function QrStatsPage() {
  return <ListPage list={statsList} search={route.useSearch()} />
}
