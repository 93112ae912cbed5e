import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { webriskList } from './webrisk-list.tsx'

const route = getRouteApi('/app/security/webrisk')

/** Addresses judged by the web-risk check, role 1 only; unsafe ones by default. */
export function WebriskPage() {
  return <ListPage list={webriskList} search={route.useSearch()} />
}
