import { getRouteApi } from '@tanstack/react-router'
import { DomainListPage } from '../../layout/records/domain-list-page.tsx'

const route = getRouteApi('/app/security/domain-blacklist')

export function DomainBlacklistPage() {
  return <DomainListPage list="blacklisted" search={route.useSearch()} />
}
