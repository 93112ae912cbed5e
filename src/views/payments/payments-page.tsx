import { numberFilter } from '../../layout/list/typed-filter.tsx'
import { defineList } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { paymentsListOf } from '../../layout/records/payments-list.tsx'
import { allPaymentsSearch } from './search.ts'

const base = paymentsListOf(allPaymentsSearch)

const userFilter = numberFilter({
  param: 'user',
  label: 'Customer id',
  chip: (id) => `Customer #${id}`,
})

const paymentsList = defineList({
  ...base,
  path: '/payments',
  filters: [...base.filters.filter((filter) => filter.id !== 'user'), userFilter],
})

export const PaymentsPage = listPage(paymentsList)
