import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { auditList } from './audit-list.tsx'

const route = getRouteApi('/app/audit')

/** Every change by staff, with role 1 alone. */
export function AuditPage() {
  return <ListPage list={auditList} search={route.useSearch()} />
}
