import { numberFilter } from '../../layout/list/typed-filter.tsx'
import { ListPage } from '../../layout/list/list-page.tsx'
import { paymentsListOf } from '../../layout/records/payments-list.tsx'
import { allPaymentsSearch } from './search.ts'

const base = paymentsListOf(allPaymentsSearch)

const userFilter = numberFilter({
  param: 'user',
  label: 'Customer id',
  chip: (id) => `Customer #${id}`,
})

const list: typeof base = { ...base, filters: [...base.filters.filter((filter) => filter.id !== 'user'), userFilter] }

export function PaymentsPage() {
  return <ListPage list={list} />
}
