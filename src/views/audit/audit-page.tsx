import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { auditList } from './audit-list.tsx'

const route = getRouteApi('/app/audit')

/** All changes by staff, role 1 only. */
export function AuditPage() {
  return <ListPage list={auditList} search={route.useSearch()} />
}
