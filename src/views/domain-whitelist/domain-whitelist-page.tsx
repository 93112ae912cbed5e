import { getRouteApi } from '@tanstack/react-router'
import { DomainListPage } from '../../layout/records/domain-list-page.tsx'

const route = getRouteApi('/app/security/domain-whitelist')

export function DomainWhitelistPage() {
  return <DomainListPage list="whitelisted" search={route.useSearch()} />
}
