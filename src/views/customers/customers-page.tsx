import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { customersList } from './customers-list.tsx'

const route = getRouteApi('/app/customers')

export function CustomersPage() {
  return <ListPage list={customersList} search={route.useSearch()} />
}
