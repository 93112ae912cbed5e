import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { webriskList } from './webrisk-list.tsx'

const route = getRouteApi('/app/security/webrisk')

/** The addresses that the web-risk check judged, with role 1 alone: the unsafe ones first of all. */
export function WebriskPage() {
  return <ListPage list={webriskList} search={route.useSearch()} />
}
