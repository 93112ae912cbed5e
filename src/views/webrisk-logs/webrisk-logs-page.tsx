import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { trackerList } from './tracker-list.tsx'

const route = getRouteApi('/app/security/webrisk-logs')

/** Findings and actions of the web-risk check, role 1 only. */
export function WebriskLogsPage() {
  return <ListPage list={trackerList} search={route.useSearch()} />
}
