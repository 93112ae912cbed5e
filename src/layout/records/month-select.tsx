import { firstInvoiceYear } from '../../contract/invoices.ts'
import { nameOfMonth } from '../../contract/sales.ts'
import bar from '../list/filter-bar.module.css'
import { currentMonth, type Month } from './month.ts'

/** Selects a month, from the first year with invoices to the current one. */
export function MonthSelect({ value, onChange }: { value: Month; onChange: (month: Month) => void }) {
  const lastYear = Math.max(currentMonth().year, value.year)
  return (
    <>
      <select
        className={`${bar['control']} ${bar['select']}`}
        aria-label="Month"
        value={value.month}
        onChange={(event) => onChange({ ...value, month: Number(event.target.value) })}
      >
        {Array.from({ length: 12 }, (_, index) => index + 1).map((month) => (
          <option key={month} value={month}>
            {nameOfMonth(month)}
          </option>
        ))}
      </select>
      <select
        className={`${bar['control']} ${bar['select']}`}
        aria-label="Year"
        value={value.year}
        onChange={(event) => onChange({ ...value, year: Number(event.target.value) })}
      >
        {Array.from({ length: lastYear - firstInvoiceYear + 1 }, (_, index) => lastYear - index).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </select>
    </>
  )
}
