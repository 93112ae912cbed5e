import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { trackerList } from './tracker-list.tsx'

const route = getRouteApi('/app/security/webrisk-logs')

/** What the web-risk check found and did, of all customers, with role 1 alone. */
export function WebriskLogsPage() {
  return <ListPage list={trackerList} search={route.useSearch()} />
}
