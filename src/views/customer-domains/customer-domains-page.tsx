import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { customerDomainsList } from './customer-domains-list.tsx'

const route = getRouteApi('/app/customers/domains')

export function CustomerDomainsPage() {
  return <ListPage list={customerDomainsList} search={route.useSearch()} />
}
