import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { apiCallsList } from './api-calls-list.tsx'

const route = getRouteApi('/app/api-calls')

export function ApiCallsPage() {
  return <ListPage list={apiCallsList} search={route.useSearch()} />
}
