import { firstInvoiceYear } from '../../contract/invoices.ts'
import bar from '../../layout/list/filter-bar.module.css'
import type { ListFilter } from '../../layout/list/list-definition.ts'
import styles from './month-filter.module.css'
import { currentMonth, isMonthInUse, monthOf } from './search.ts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const nameOfMonth = (month: number) => monthName.format(Date.UTC(2000, month - 1))

/** The month and year of the invoices, from 2022; the current month where nothing is chosen. */
export const monthFilter: ListFilter = {
  id: 'month',
  params: ['month', 'year'],
  Control: ({ search, change }) => {
    const { month, year } = monthOf(search)
    const lastYear = Math.max(currentMonth().year, year)
    if (!isMonthInUse(search)) return <p className={styles.note}>An id is searched for in all months.</p>
    const choose = (next: { month: string; year: string }) => void change(next)
    return (
      <>
        <select
          className={`${bar['control']} ${bar['select']}`}
          aria-label="Month"
          value={month}
          onChange={(event) => choose({ month: event.target.value, year: String(year) })}
        >
          {Array.from({ length: 12 }, (_, index) => index + 1).map((one) => (
            <option key={one} value={one}>
              {nameOfMonth(one)}
            </option>
          ))}
        </select>
        <select
          className={`${bar['control']} ${bar['select']}`}
          aria-label="Year"
          value={year}
          onChange={(event) => choose({ month: String(month), year: event.target.value })}
        >
          {Array.from({ length: lastYear - firstInvoiceYear + 1 }, (_, index) => lastYear - index).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </>
    )
  },
  chip: (search) => {
    if (!isMonthInUse(search) || search['month'] === undefined) return null
    const { month, year } = monthOf(search)
    return `${nameOfMonth(month)} ${year}`
  },
}
