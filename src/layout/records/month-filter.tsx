import { nameOfMonth } from '../../contract/sales.ts'
import type { ListFilter } from '../list/list-definition.ts'
import { isMonthInUse } from './invoices-search.ts'
import { monthOf } from './month.ts'
import { MonthSelect } from './month-select.tsx'

/** The invoices' month and year from 2022; the current month by default. */
export const monthFilter: ListFilter = {
  id: 'month',
  params: ['month', 'year'],
  words: { kind: 'month' },
  Control: ({ search, change }) => {
    if (!isMonthInUse(search)) return <p className="row muted fine">An id is searched for in all months.</p>
    return <MonthSelect value={monthOf(search)} onChange={({ month, year }) => void change({ month: String(month), year: String(year) })} />
  },
  chip: (search) => {
    if (!isMonthInUse(search) || search['month'] === undefined) return null
    const { month, year } = monthOf(search)
    return `${nameOfMonth(month)} ${year}`
  },
}
